"""The documents are run: commands, links and tables are held against the code."""

import re
import shlex
import tomllib
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path

import pytest
from click.testing import CliRunner

from device.cli import COMMANDS, main

ROOT = Path(__file__).parent.parent
DOCUMENTS = [
    *(ROOT / name for name in ("README.md", "CHANGELOG.md", "CONTRIBUTING.md")),
    *sorted(ROOT.glob("docs/**/*.md")),
]
TEXTS = {path.relative_to(ROOT).as_posix(): path.read_text() for path in DOCUMENTS}
README = (ROOT / "README.md").read_text()
GROUPS = {"print", "score", "best", "solve"}
"""Commands that have commands of their own: things to print, games to ask."""
COMMAND_LINES = re.findall(r"^companion (.+?)(?:\s+#.*)?$", README, re.MULTILINE)
ALL_LINES = sorted(
    {line for text in TEXTS.values() for line in re.findall(r"^ *companion ([a-z].+?)(?:\s+#.*)?$", text, re.MULTILINE)}
)
MODULES = sorted({name for text in TEXTS.values() for name in re.findall(r"python -m ([a-z_]+(?:\.[a-z_]+)+)", text)})
TEST_FILES = sorted({name for text in TEXTS.values() for name in re.findall(r"\b(tests/[a-z_/]+\.py)\b", text)})


@pytest.mark.parametrize("line", ALL_LINES)
def test_every_command_of_the_documents_exists_with_its_options(line):
    words = shlex.split(line)
    command = words[: 2 if words[0] in GROUPS else 1]
    shown = CliRunner().invoke(main, [*command, "--help"])

    assert 0 == shown.exit_code, shown.output
    assert [] == [word for word in words[1:] if word.startswith("--") and word not in shown.output]


def test_every_module_that_a_document_has_run_is_there():
    assert 10 < len(MODULES)
    assert [] == [name for name in MODULES if find_spec(name) is None]


def test_every_test_file_that_a_document_names_is_there():
    assert TEST_FILES
    assert [] == [name for name in TEST_FILES if not (ROOT / name).is_file()]


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
