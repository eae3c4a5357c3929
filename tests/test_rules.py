"""Every rule that code, tests, data or documents cite stands in docs/rules under that very number."""

import re
from importlib.resources import files
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
RULES = sorted((ROOT / "docs" / "rules").glob("*.md"))
NUMBER = r"(?:MC|MR|TM|CU|MO)-[AG]?\d+"
CITATION = r"\b(?:MC|MR|TM|CU|MO)-[A-Z]?\d+\b"
"""What looks like the number of a rule, whether there is one of this shape or not."""
DEFINED = {number for page in RULES for number in re.findall(rf"\*\*({NUMBER})\*\*", page.read_text("utf-8"))}
PACKAGES = [Path(str(files(name))) for name in ("device", "web", "vision", "companion")]
PLACES = [*PACKAGES, ROOT / "tests", ROOT / "docs"]
CITING = [
    path
    for place in PLACES
    for kind in ("py", "toml", "md", "html", "js")
    for path in sorted(place.rglob(f"*.{kind}"))
    if path != Path(__file__)
]


def test_each_game_has_a_page_of_numbered_rules_and_of_readings():
    for page in RULES:
        text = page.read_text("utf-8")

        assert re.search(r"^- \*\*\w\w-1\*\* ", text, re.MULTILINE), page.name
        assert re.search(r"^\| \*\*\w\w-A1\*\* \|", text, re.MULTILINE), page.name
    assert 5 == len(RULES)


def test_no_number_is_given_twice():
    given = [
        number for page in RULES for number in re.findall(rf"^(?:- |\| )\*\*({NUMBER})\*\*", page.read_text(), re.M)
    ]

    assert [] == sorted({number for number in given if given.count(number) > 1})


def test_every_citation_resolves():
    unknown = {
        f"{path.name}: {number}"
        for path in CITING
        for number in re.findall(CITATION, path.read_text("utf-8"))
        if number not in DEFINED
    }

    assert 100 < len(CITING)
    assert set() == unknown


@pytest.mark.parametrize("shape", [r"\bS[0-4]:? ?L\d+", r"\bL\d{2,4}-\d+\b"])
def test_nothing_cites_lines_of_a_text_that_is_not_here(shape):
    assert [] == [path.name for path in CITING if re.search(shape, path.read_text("utf-8"))]


def test_a_citation_that_does_not_resolve_would_be_found():
    assert "CU-A999" not in DEFINED
    assert {"CU-1", "CU-A1", "MC-G01", "MO-13"} <= DEFINED
