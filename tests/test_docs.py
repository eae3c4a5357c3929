"""The documents are run: commands, links and tables are held against the code."""

import re
import shlex
import tomllib
from importlib.resources import files
from pathlib import Path

import pytest
from click.testing import CliRunner

from device.cli import COMMANDS, main

ROOT = Path(__file__).parent.parent
DOCUMENTS = [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").glob("*.md"))]
README = (ROOT / "README.md").read_text()
GROUPS = {"print", "score", "best", "solve"}
"""Commands that have commands of their own: things to print, games to ask."""
COMMAND_LINES = re.findall(r"^companion (.+?)(?:\s+#.*)?$", README, re.MULTILINE)


@pytest.mark.parametrize("line", COMMAND_LINES)
def test_every_command_of_the_readme_exists_with_its_options(line):
    words = shlex.split(line)
    command = words[: 2 if words[0] in GROUPS else 1]
    shown = CliRunner().invoke(main, [*command, "--help"])

    assert 0 == shown.exit_code, shown.output
    assert [] == [word for word in words[1:] if word.startswith("--") and word not in shown.output]


def test_the_readme_names_every_command_but_the_one_behind_make_play():
    named = {shlex.split(line)[0] for line in COMMAND_LINES}

    assert set(COMMANDS) - {"play"} == named & set(COMMANDS)


def test_the_worked_example_of_the_readme_is_worth_what_it_says():
    (line,) = [line for line in COMMAND_LINES if line.startswith("score ")]
    shown = CliRunner().invoke(main, shlex.split(line))

    assert (0, True) == (shown.exit_code, "18" in shown.output)
    assert "# 18, and why" in README


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_every_link_inside_the_house_leads_somewhere(document):
    links = re.findall(r"\]\(([^)#]+?)(?:#[^)]*)?\)", document.read_text())
    inside = [link for link in links if "://" not in link and not link.startswith("mailto:")]
    # the tests run in a folder without the packages: a link into one is looked up where the package is installed
    missing = [link for link in inside if not (document.parent / link).exists() and not _in_a_package(link)]

    assert [] == missing


def _in_a_package(link: str) -> bool:
    package, *rest = Path(link).parts
    if package not in ("device", "web", "vision", "companion"):
        return False
    return files(package).joinpath(*rest).is_dir()


def test_every_dependency_is_justified():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    needed = [
        *project["dependencies"],
        *(each for extra in project["optional-dependencies"].values() for each in extra),
    ]
    names = {re.split(r"[<>=!~\[ ]", each)[0] for each in needed}
    justified = (ROOT / "docs" / "dependencies.md").read_text().lower()

    assert [] == sorted(name for name in names if name not in justified)


def test_make_has_the_two_commands_of_the_readme():
    targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE)

    assert {"play", "test"} <= set(targets)
    assert ["make play", "make test"] == re.findall(r"^(make [a-z]+)", README, re.MULTILINE)[:2]
