"""The languages of the page, and that no sentence is forgotten in any of them."""

from __future__ import annotations

import gettext
import io
import re
import string
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.frontend import parse_mapping_cfg
from babel.messages.mofile import read_mo, write_mo
from babel.messages.pofile import read_po

import companion
import device
import vision
import web
from companion.texts import say
from tests.web.visitor import Visitor
from web.catalogues import compile_catalogues, missing
from web.translations import LOCALE, language_for, languages

FRENCH = LOCALE / "fr" / "LC_MESSAGES"
KEYWORDS = {"say": None, "Message": None, "_": None}


def _sentences() -> Iterator[str]:
    """Give every sentence that the code of the four packages can say."""
    with (LOCALE / "babel.cfg").open() as file:
        methods, options = parse_mapping_cfg(file)
    for package in (companion, vision, web, device):
        folder = Path(next(iter(package.__path__)))
        for _, _, message, _, _ in extract_from_dir(str(folder), methods, options, KEYWORDS):
            if isinstance(message, str) and message:
                yield message


def _catalogue() -> Catalog:
    with (FRENCH / "messages.po").open("rb") as file:
        return read_po(file)


def _fields(template: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(template) if name}


def _untranslated() -> list[str]:
    translated = {message.id for message in _catalogue() if message.id and message.string and not message.fuzzy}
    return sorted(set(_sentences()) - translated)


def test_nearly_every_sentence_is_translated() -> None:
    """A new sentence may be English for a while: `make texts` lists it. A page that is half English may not."""
    missing = _untranslated()

    assert len(missing) <= 0.05 * len(set(_sentences())), missing


def test_a_sentence_without_a_translation_is_listed_and_said_in_english(tmp_path: Path) -> None:
    source = tmp_path / "xx" / "LC_MESSAGES" / "messages.po"
    source.parent.mkdir(parents=True)
    source.write_text('msgid "Undo"\nmsgstr "Annuler"\n\nmsgid "Redo"\nmsgstr ""\n', encoding="utf-8")

    assert [source.with_suffix(".mo")] == compile_catalogues(tmp_path)
    compiled = gettext.translation("messages", tmp_path, ["xx"])
    assert ["Redo"] == missing(source)
    assert ["Annuler", "Redo"] == [compiled.gettext(each) for each in ("Undo", "Redo")]


def test_no_translation_has_outlived_its_sentence() -> None:
    known = {str(message.id) for message in _catalogue() if message.id}

    assert [] == sorted(known - set(_sentences())), "run `make texts`"


def test_translations_take_the_same_values() -> None:
    different = [
        message.id
        for message in _catalogue()
        if message.id and message.string and _fields(str(message.id)) != _fields(str(message.string))
    ]

    assert [] == different


def test_the_compiled_catalogue_is_up_to_date() -> None:
    fresh = io.BytesIO()
    write_mo(fresh, _catalogue())
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
