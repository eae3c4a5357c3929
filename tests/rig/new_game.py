"""Builds the game of `docs/adding-a-game.md` from its listings, beside a copy of `companion`.

    python -m tests.rig.new_game FOLDER
    PYTHONPATH=FOLDER companion play --simulate

A program that runs on that folder has one game more in its registry.
"""

import re
import shutil
import sys
from pathlib import Path

import companion

ROOT = Path(__file__).parent.parent.parent
PAGE = ROOT / "docs" / "adding-a-game.md"
LISTING = re.compile(r"^`(companion/[\w/.]+)`:\n\n```(python|diff)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
CONSOLE = re.compile(r"^```console\n\$ (.*?)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def listings() -> dict[str, str]:
    """What the page says that each new file holds."""
    return {path: text for path, kind, text in LISTING.findall(PAGE.read_text("utf-8")) if kind == "python"}


def lines_added() -> dict[str, str]:
    """What the page says that is changed in files that are there already."""
    return {path: text for path, kind, text in LISTING.findall(PAGE.read_text("utf-8")) if kind == "diff"}


def commands() -> list[tuple[str, str]]:
    """The commands of the page with what they print."""
    return CONSOLE.findall(PAGE.read_text("utf-8"))


def build(folder: Path) -> None:
    """Copy `companion` into `folder`, write the game of the page into it, and make the changes that the page names."""
    source = Path(next(iter(companion.__path__)))
    shutil.copytree(source, folder / "companion", ignore=shutil.ignore_patterns("__pycache__"))
    for path, text in listings().items():
        (folder / path).parent.mkdir(exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")
    for path, change in lines_added().items():
        (folder / path).write_text(changed((folder / path).read_text("utf-8"), change), encoding="utf-8")


def changed(text: str, change: str) -> str:
    """`text` with the lines that begin with + put where the lines around them say."""
    before = "".join(line[1:] for line in change.splitlines(keepends=True) if line[0] == " ")
    after = "".join(line[1:] for line in change.splitlines(keepends=True))
    if text.count(before) != 1:
        raise ValueError(f"these lines are not there exactly once:\n{before}")
    return text.replace(before, after)


if __name__ == "__main__":
    build(Path(sys.argv[1]))
