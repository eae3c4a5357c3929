"""The names of keys and of joystick buttons, as the kernel and every tool that shows events spell them.

They are part of the kernel's interface and never change, so a configuration can be checked where nothing is plugged
in and no library is installed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NewType

from companion.errors import BadConfig
from companion.options import did_you_mean

KeyCode = NewType("KeyCode", int)
"""The number of a key or button of an input device."""

LAST_CODE = 0x2FF

_RUNS: tuple[tuple[str, int, str], ...] = (
    ("KEY", 1, "ESC 1 2 3 4 5 6 7 8 9 0 MINUS EQUAL BACKSPACE TAB Q W E R T Y U I O P LEFTBRACE RIGHTBRACE ENTER"),
    ("KEY", 29, "LEFTCTRL A S D F G H J K L SEMICOLON APOSTROPHE GRAVE LEFTSHIFT BACKSLASH Z X C V B N M COMMA DOT"),
    ("KEY", 53, "SLASH RIGHTSHIFT KPASTERISK LEFTALT SPACE CAPSLOCK F1 F2 F3 F4 F5 F6 F7 F8 F9 F10 NUMLOCK SCROLLLOCK"),
    ("KEY", 71, "KP7 KP8 KP9 KPMINUS KP4 KP5 KP6 KPPLUS KP1 KP2 KP3 KP0 KPDOT"),
    ("KEY", 85, "ZENKAKUHANKAKU 102ND F11 F12"),
    ("KEY", 96, "KPENTER RIGHTCTRL KPSLASH SYSRQ RIGHTALT LINEFEED HOME UP PAGEUP LEFT RIGHT END DOWN PAGEDOWN INSERT"),
    ("KEY", 111, "DELETE MACRO MUTE VOLUMEDOWN VOLUMEUP POWER KPEQUAL KPPLUSMINUS PAUSE SCALE KPCOMMA"),
    ("KEY", 125, "LEFTMETA RIGHTMETA COMPOSE STOP"),
    ("KEY", 183, "F13 F14 F15 F16 F17 F18 F19 F20 F21 F22 F23 F24"),
    ("BTN", 0x100, "0 1 2 3 4 5 6 7 8 9"),
    ("BTN", 0x110, "LEFT RIGHT MIDDLE SIDE EXTRA FORWARD BACK TASK"),
    ("BTN", 0x120, "TRIGGER THUMB THUMB2 TOP TOP2 PINKIE BASE BASE2 BASE3 BASE4 BASE5 BASE6"),
    ("BTN", 0x12F, "DEAD A B C X Y Z TL TR TL2 TR2 SELECT START MODE THUMBL THUMBR"),
    ("BTN", 0x220, "DPAD_UP DPAD_DOWN DPAD_LEFT DPAD_RIGHT"),
    ("BTN", 0x2C0, " ".join(f"TRIGGER_HAPPY{number}" for number in range(1, 41))),
)
"""Runs of codes: the family, the first number, and the names that follow each other."""


def _named() -> Iterator[tuple[str, KeyCode]]:
    for family, first, names in _RUNS:
        for code, name in enumerate(names.split(), start=first):
            yield f"{family}_{name}", KeyCode(code)


CODES: dict[str, KeyCode] = dict(_named())
_NAMES: dict[KeyCode, str] = {code: name for name, code in CODES.items()}
_ALIASES = {
    "BTN_JOYSTICK": "BTN_TRIGGER",
    "BTN_GAMEPAD": "BTN_A",
    "BTN_SOUTH": "BTN_A",
    "BTN_EAST": "BTN_B",
    "BTN_NORTH": "BTN_X",
    "BTN_WEST": "BTN_Y",
    "BTN_TRIGGER_HAPPY": "BTN_TRIGGER_HAPPY1",
}
"""Other spellings of the same buttons."""


def key_name(code: KeyCode) -> str:
    """Return what a key is called; its number when it has no name here."""
    return _NAMES.get(code, str(code))


def checked_key(value: object, where: str) -> KeyCode:
    """Return the name or number `value` as a code; raise BadConfig when there is no such key."""
    if isinstance(value, str):
        name = value.strip().upper()
        if (code := CODES.get(_ALIASES.get(name, name))) is None:
            raise BadConfig(f"{where}: there is no key {value!r}{_nearest(name)}")
        return code
    if isinstance(value, bool) or not isinstance(value, int):
        raise BadConfig(f"{where} must be the name of a key, like 'BTN_TRIGGER', or its number, not {value!r}")
    if not 1 <= value <= LAST_CODE:
        raise BadConfig(f"{where}: keys have numbers from 1 to {LAST_CODE}, not {value}")
    return KeyCode(value)


def _nearest(name: str) -> str:
    near = did_you_mean(name, list(CODES))
    return near if "did you mean" in near else " - `companion learn` finds out its name"
