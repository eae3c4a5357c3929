"""The languages of the page: which one a visitor reads, and how sentences, numbers and times look in it."""

from __future__ import annotations

import gettext as catalogues
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from companion.effects import Lamp
from companion.events import By
from companion.observations import Colour
from companion.texts import Message, Value, say

LOCALE = Path(__file__).parent / "locale"
NARROW_SPACE = "\u202f"
APOSTROPHE = "\u2019"
JOINT = "\0"
"""Stands behind a word that may lose its e to what is put in next."""
LOSES_ITS_E = re.compile(r"\b((?:d|qu)e) (?=\{)", re.IGNORECASE)
BEFORE_A_VOWEL = re.compile(rf"e{JOINT} (?=[aàâäeéèêëiîïoôöuùûüœæ])", re.IGNORECASE)
"""Words that begin with h or y are left alone: some of them want the elision, others do not."""


@dataclass(frozen=True, slots=True)
class Language:
    """A language that the page speaks."""

    code: str
    name: str
    """What it calls itself."""
    point: str
    """The decimal sign."""
    thousands: str
    catalogue: catalogues.NullTranslations
    elides: bool = False
    """Whether "de" and "que" lose their e before a vowel: the square "de Ben", but "d'Ada"."""

    def gettext(self, template: str) -> str:
        """Return `template` in this language; the English one when nobody has translated it yet."""
        return self.catalogue.gettext(template) if template else ""

    def tell(self, said: Value) -> str:
        """Return a sentence or a plain value as people read it."""
        if isinstance(said, Message):
            return self._elided(said.translated(self._jointed)) if self.elides else said.translated(self.gettext)
        return self.number(said, 1) if isinstance(said, float) else str(said)

    def _jointed(self, template: str) -> str:
        return LOSES_ITS_E.sub(rf"\1{JOINT} ", self.gettext(template))

    def _elided(self, sentence: str) -> str:
        """Drop an e only where a value was put in: what people are called stays as they wrote it."""
        return BEFORE_A_VOWEL.sub(APOSTROPHE, sentence).replace(JOINT, "")

    def number(self, value: float, places: int) -> str:
        """Return `value` with `places` decimals, in the writing of this language."""
        english = f"{value:,.{places}f}"
        return english.replace(",", "\0").replace(".", self.point).replace("\0", self.thousands)


ENGLISH = Language("en", "English", ".", ",", catalogues.NullTranslations())


@lru_cache
def languages() -> dict[str, Language]:
    """Return every language that the page speaks, by its code; the first one is the language of the sources.

    The catalogues are compiled when the package is built (`make play`, `make test`, `make texts`); what is missing in
    them, or all of it where nothing was compiled, is said in English.
    """
    french = catalogues.translation("messages", LOCALE, ["fr"], fallback=True)
    return {"en": ENGLISH, "fr": Language("fr", "Français", ",", NARROW_SPACE, french, elides=True)}


def language_for(wishes: Iterable[str | None]) -> Language:
    """Return the first language among `wishes` (codes like fr or fr-CH, the strongest wish first) that we speak."""
    for wish in wishes:
        spoken = languages().get((wish or "").split("-")[0].lower())
        if spoken:
            return spoken
    return ENGLISH


COLOURS: dict[Colour, Message] = {
    Colour.RED: say("red"),
    Colour.BLUE: say("blue"),
    Colour.WHITE: say("white"),
    Colour.BLACK: say("black"),
    Colour.GREEN: say("green"),
    Colour.YELLOW: say("yellow"),
    Colour.OTHER: say("of another colour"),
}

LETTERS: dict[str, Colour] = {
    "R": Colour.RED,
    "B": Colour.BLUE,
    "W": Colour.WHITE,
    "K": Colour.BLACK,
    "G": Colour.GREEN,
    "Y": Colour.YELLOW,
}
"""The colours of the one-line notation."""

LAMPS: dict[Lamp, Message] = {
    Lamp.OFF: say("waiting"),
    Lamp.ARMED: say("press!"),
    Lamp.FIRST: say("first!"),
    Lamp.CALLED: say("has called"),
    Lamp.TURN: say("your turn"),
    Lamp.HURRY: say("hurry!"),
    Lamp.REFUSED: say("not now"),
}

WAYS: dict[By, Message] = {
    By.BUTTON: say("button"),
    By.ENCODER: say("USB button"),
    By.KEYBOARD: say("keyboard"),
    By.PAGE: say("this page"),
    By.SIMULATION: say("simulated"),
}
