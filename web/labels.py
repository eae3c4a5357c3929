"""The words of the page for what the vocabularies only name: colours, lamps, ways to press, lines."""

from __future__ import annotations

from companion.effects import Lamp
from companion.events import By
from companion.observations import Colour
from companion.texts import Message, say

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
