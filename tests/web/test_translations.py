"""The languages of the page, and that no sentence is forgotten in any of them."""

from __future__ import annotations

import gettext
import io
import re
import string
from pathlib import Path

import pytest
from babel.messages.mofile import read_mo, write_mo

import web
from companion.texts import say
from tests.rig.untranslated import FRENCH, catalogue, english_only, sentences, untranslated
from tests.web.visitor import Visitor
from web.catalogues import compile_catalogues, missing
from web.translations import language_for, languages


def _fields(template: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(template) if name}


def test_every_sentence_is_translated() -> None:
    """A game may come with English alone (`python -m tests.rig.untranslated` lists it); half a translation is none."""
    forgotten = [(place, sentence) for place, sentence in untranslated() if place not in english_only()]

    assert [] == forgotten, "run `make texts` and translate what is new"


def test_a_game_that_nobody_has_begun_to_translate_is_listed_and_does_not_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    """The catalogue without what only Monad says."""
    monads = {sentence for place, sentence in sentences() if place == "companion/games/monad"}
    elsewhere = {sentence for place, sentence in sentences() if place != "companion/games/monad"}
    monkeypatch.setattr("tests.rig.untranslated.translated", lambda: elsewhere)

    assert {"companion/games/monad"} == english_only()
    assert {("companion/games/monad", sentence) for sentence in monads - elsewhere} == set(untranslated())


def test_nearly_every_sentence_is_translated() -> None:
    """A new sentence may be English for a while: `make texts` lists it. A page that is half English may not."""
    english = untranslated()

    assert len(english) <= 0.05 * len(set(sentences())), english


def test_a_sentence_without_a_translation_is_listed_and_said_in_english(tmp_path: Path) -> None:
    source = tmp_path / "xx" / "LC_MESSAGES" / "messages.po"
    source.parent.mkdir(parents=True)
    source.write_text('msgid "Undo"\nmsgstr "Annuler"\n\nmsgid "Redo"\nmsgstr ""\n', encoding="utf-8")

    assert [source.with_suffix(".mo")] == compile_catalogues(tmp_path)
    compiled = gettext.translation("messages", tmp_path, ["xx"])
    assert ["Redo"] == missing(source)
    assert ["Annuler", "Redo"] == [compiled.gettext(each) for each in ("Undo", "Redo")]


def test_no_translation_has_outlived_its_sentence() -> None:
    known = {str(message.id) for message in catalogue() if message.id}

    assert [] == sorted(known - {sentence for _, sentence in sentences()}), "run `make texts`"


def test_translations_take_the_same_values() -> None:
    different = [
        message.id
        for message in catalogue()
        if message.id and message.string and _fields(str(message.id)) != _fields(str(message.string))
    ]

    assert [] == different


def test_the_compiled_catalogue_is_up_to_date() -> None:
    fresh = io.BytesIO()
    write_mo(fresh, catalogue())
    fresh.seek(0)
    with (FRENCH / "messages.mo").open("rb") as file:
        compiled = {message.id: message.string for message in read_mo(file) if message.id}

    assert {message.id: message.string for message in read_mo(fresh) if message.id} == compiled


@pytest.mark.parametrize(
    ("wishes", "code"),
    [
        (["fr"], "fr"),
        (["fr-CH", "en"], "fr"),
        (["de", "fr"], "fr"),
        ([None, "", "FR"], "fr"),
        (["de"], "en"),
        ([], "en"),
        (["../../etc"], "en"),
    ],
)
def test_the_first_language_that_we_speak_is_taken(wishes: list[str | None], code: str) -> None:
    assert code == language_for(wishes).code


@pytest.mark.parametrize(
    ("value", "places", "english", "french"),
    [(0.04, 1, "0.0", "0,0"), (12.34, 1, "12.3", "12,3"), (4321.0, 1, "4,321.0", "4\u202f321,0"), (7, 0, "7", "7")],
)
def test_numbers_are_written_as_in_the_language(value: float, places: int, english: str, french: str) -> None:
    assert (english, french) == (languages()["en"].number(value, places), languages()["fr"].number(value, places))


def test_sentences_inside_sentences_are_translated_too() -> None:
    sentence = say("die {number}: {value}, {colour}", number=3, value=5, colour=say("red"))

    assert "dé 3\u00a0: 5, rouge" == languages()["fr"].tell(sentence)


@pytest.mark.parametrize(
    ("name", "french"),
    [
        ("Ben", "Le carré de Ben"),
        ("Ada", "Le carré d\u2019Ada"),
        ("élodie", "Le carré d\u2019élodie"),
        ("De Almeida", "Le carré de De Almeida"),
        ("Hugo", "Le carré de Hugo"),
        ("Yann", "Le carré de Yann"),
    ],
)
def test_french_drops_an_e_before_a_vowel(name: str, french: str) -> None:
    assert french == languages()["fr"].tell(say("The square of {name}", name=name))
    assert f"The square of {name}" == languages()["en"].tell(say("The square of {name}", name=name))


@pytest.mark.parametrize(
    ("path", "headers", "code"),
    [
        ("/", {}, "en"),
        ("/", {"Accept-Language": "fr-FR,fr;q=0.9,en;q=0.5"}, "fr"),
        ("/", {"Accept-Language": "fr", "Cookie": "language=en"}, "en"),
        ("/?lang=fr", {"Accept-Language": "en", "Cookie": "language=en"}, "fr"),
        ("/?lang=xx", {"Accept-Language": "fr"}, "fr"),
    ],
)
def test_a_visitor_gets_the_page_in_the_language_asked_for(
    visitor: Visitor, path: str, headers: dict[str, str], code: str
) -> None:
    assert f'<html lang="{code}">' in visitor.get(path, **headers).text


def test_the_choice_of_a_language_is_remembered(visitor: Visitor) -> None:
    assert visitor.get("/?lang=fr").headers["set-cookie"].startswith("language=fr; ")
    assert "set-cookie" not in visitor.get("/").headers


def test_scripts_hold_no_words() -> None:
    quoted = re.compile(r'"([^"\n]*)"|`([^`]*)`')
    sentence = re.compile(r"^[A-Z][a-z]+ [a-z]+ ")
    scripts = Path(next(iter(web.__path__))) / "static"
    texts = [found for path in scripts.glob("*.js") for pair in quoted.findall(path.read_text()) for found in pair]

    assert [] == [text for text in texts if sentence.match(text)]
