"""Questions on one-line notation: what a game answers on the command line, without a table or a match.

    companion VERB GAME NOTATION [--asked …]        companion solve monster-cube "0,0=5/2/9 …" --codes 12,30

A game declares its questions (`Game.questions`); the command line, its help and its errors follow from them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from companion.texts import Message
from companion.view import Line


class Verb(StrEnum):
    """What can be asked of the rules of a game."""

    SCORE = "score"
    """What is this worth, and is it right?"""
    BEST = "best"
    """What is the best that these allow?"""
    SOLVE = "solve"
    """What are all the ways?"""


@dataclass(frozen=True, slots=True)
class Asked:
    """One thing more that a question may name: `--centre "R6 R2"`."""

    name: str
    help: str
    default: str = ""
    needed: bool = False
    also: tuple[str, ...] = ()
    """Other spellings of the name."""


@dataclass(frozen=True, slots=True)
class QuestionAnswer:
    """An answer: sentences for people, one object for programs."""

    lines: tuple[str, ...]
    as_dict: Mapping[str, Any] = field(default_factory=dict)
    yes: bool = True
    """False: the answer is no, and so is the exit code."""


@dataclass(frozen=True, slots=True)
class PictureScore:
    """What a game says of what was read in a photograph: what it scores, or every fault that keeps it from counting."""

    sentences: tuple[Message, ...] = ()
    """The score and its reasons."""
    lines: tuple[Line, ...] = ()
    """What to draw through the dice."""
    faults: tuple[Message, ...] = ()
    as_dict: Mapping[str, Any] | None = None
    """The score for programs; None while it does not count."""


@dataclass(frozen=True, slots=True)
class Question:
    """A question that a game answers; `answer` raises BadInput for what it cannot understand."""

    verb: Verb
    notation: str
    """What the notation is, for the help: SQUARE, LAYOUT, HAND."""
    help: str
    """The first line says what is printed, the others give an example."""
    answer: Callable[[str, Mapping[str, str], Any], QuestionAnswer]
    """Called with the notation, what else was asked (by name), and the game's options as the table chose them."""
    asks: tuple[Asked, ...] = ()
