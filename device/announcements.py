"""From what a referee announces to what is said, in the language of the table."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from companion.effects import Announced, Cue, Effect, Refused
from companion.texts import Message
from device.hardware.sound.phrases import TUNES, Phrase, Urgency, Utterance

Translate = Callable[[Message], str]
"""Says a message in the language of the table (`web.translations.Language.tell`)."""

_SENTENCE_ENDS = re.compile(r"(?<=[.!?:])\s+")


def utterance_of(effects: Sequence[Effect], translate: Translate) -> Utterance | None:
    """Return what is heard when `effects` happen; None when there is nothing to say."""
    announced = [effect for effect in effects if isinstance(effect, Announced)]
    if announced:
        return _news(announced, translate)
    refused = next((effect for effect in effects if isinstance(effect, Refused)), None)
    if refused is None:
        return None
    return Utterance((Phrase(tune=TUNES[Cue.REFUSED]), *sentences(translate(refused.why))), Urgency.ASIDE)


def _news(announced: Sequence[Announced], translate: Translate) -> Utterance:
    first = announced[0]
    # the count is counted aloud, so the announcement of it is not read out as well
    spoken = [
        phrase for each in announced if each.cue is not Cue.COUNT_DOWN for phrase in sentences(translate(each.what))
    ]
    name = first.what.values.get("name")
    short = Phrase(words=name) if isinstance(name, str) else None
    return Utterance((Phrase(tune=TUNES[first.cue]), *spoken), short=short)


def sentences(text: str) -> tuple[Phrase, ...]:
    """Return `text` sentence by sentence: one is never broken off by newer news, but the next one may be dropped."""
    return tuple(Phrase(words=each) for part in _SENTENCE_ENDS.split(text) if (each := part.strip()))
