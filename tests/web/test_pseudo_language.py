"""The page in a language that nobody speaks: a sentence without its marks has not gone through the catalogue."""

from __future__ import annotations

import gettext
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any

import pytest

from tests.web import scenes
from tests.web.fake_service import FakeService
from tests.web.visitor import Visitor
from web.translations import Language, languages

OPEN, CLOSE = "⟦", "⟧"
SPOKEN_ATTRIBUTES = {"aria-label", "placeholder", "title", "alt"}
NOT_SENTENCES = {"EN", "FR", "XX", "English", "Français", "Marked", "↶", "↷"}
TEXTS = {"text", "cure", "headline", "hint", "label", "title", "state", "chosen", "margin", "way", "note", "value"}
RULE_NAME = re.compile(r"(CU|MC|MR|TM|MO)-[A-Z]\d+|S\d L\d+(-\d+)?")
PEOPLE = {player.name for player in scenes.TABLE.players}


class Marking(gettext.NullTranslations):
    """Marks every sentence that goes through it."""

    def gettext(self, message: str) -> str:
        return f"{OPEN}{message}{CLOSE}"


@pytest.fixture
def service() -> FakeService:
    return scenes.service(scenes.counting(scenes.doubtful()))


@pytest.fixture(autouse=True)
def _marked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(languages(), "xx", Language("xx", "Marked", ".", ",", Marking()))


class Spoken(HTMLParser):
    """Collects everything in a page that people read or hear."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.texts += [value for name, value in attrs if name in SPOKEN_ATTRIBUTES and value]

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


def _is_marked(text: str) -> bool:
    words = text.strip()
    plain = words in NOT_SENTENCES or words in PEOPLE or words.isdigit() or RULE_NAME.fullmatch(words) is not None
    return not words or plain or (OPEN in words and words.strip("↶↷ …")[0] == OPEN and words[-1] == CLOSE)


def test_every_word_of_the_page_goes_through_the_catalogue(visitor: Visitor) -> None:
    texts = Spoken(visitor.get("/?lang=xx").text).texts

    assert [] == [text for text in texts if not _is_marked(text)]
    assert len(texts) > 100


def _texts(value: Any, name: str = "") -> Iterator[str]:
    if isinstance(value, dict):
        for key, each in value.items():
            yield from _texts(each, key)
    elif isinstance(value, list):
        for each in value:
            yield from _texts(each, name)
    elif isinstance(value, str) and name in TEXTS:
        yield value


@pytest.mark.parametrize("path", ["/api/snapshot", "/api/matches"])
def test_every_sentence_of_an_answer_goes_through_the_catalogue(visitor: Visitor, path: str) -> None:
    texts = list(_texts(visitor.get(f"{path}?lang=xx").json))

    assert [] == [text for text in texts if not _is_marked(text)]
    assert texts
