"""`[buttons]`: pins, encoders, keyboards and slots; what cannot be is refused with the words of what to change."""

import re
import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import BadConfig
from companion.events import By
from device.config import buttons_as_toml, parse
from device.hardware.config import ButtonsConfig, GrabMode, KeysConfig
from device.hardware.presses.keycodes import CODES, key_name
from device.hardware.presses.targets import Control, SeatSlot, SharedSlot

ENCODER = """
[[buttons.encoder]]
name = "DragonRise Inc.   Generic USB Joystick"
usb = "0079:0006"
1 = "BTN_TRIGGER"
2 = "btn_thumb"
3 = 290
confirm = "BTN_BASE"
slot.1 = "BTN_TOP2"
slot.2 = "BTN_PINKIE"
slot.3 = 704
"""

DOCUMENTATION = Path(__file__).parents[2] / "docs" / "configuration.md"


def buttons(text: str) -> ButtonsConfig:
    return parse(tomllib.loads(text)).buttons


def complaint(text: str) -> str:
    with pytest.raises(BadConfig) as refusal:
        buttons(text)
    return str(refusal.value)


def test_an_encoder_is_named_and_its_codes_stand_beside_the_buttons():
    keys = {1: 288, 2: 289, 3: 290, Control.CONFIRM: 294}
    slots = {SharedSlot(1): 292, SharedSlot(2): 293, SharedSlot(3): 704}
    device = KeysConfig(By.ENCODER, "DragonRise Inc. Generic USB Joystick", keys | slots, usb="0079:0006")

    assert ButtonsConfig({}, None, None, devices=(device,)) == buttons(ENCODER)


def test_pins_encoders_and_keyboards_can_be_mixed():
    mixed = buttons("[buttons]\n1 = 4\nundo = 24\n" + ENCODER.replace('1 = "BTN_TRIGGER"', "", 1) + KEYBOARD)

    assert {1: 4} == mixed.seats
    assert [By.ENCODER, By.KEYBOARD] == [device.by for device in mixed.devices]
    assert {Control.CONFIRM, Control.UNDO, 1, 2, 3, 4} <= mixed.targets


KEYBOARD = """
[[buttons.keyboard]]
name = "Keyboard"
phys = "usb-1.3/input0"
4 = "KEY_SPACE"
"""


def test_shared_slots_are_pins_like_any_other():
    wired = buttons("[buttons]\n1 = 4\nslot.1 = 16\nslot.2 = 20\nslot.3 = 21")

    assert {SharedSlot(1): 16, SharedSlot(2): 20, SharedSlot(3): 21} == wired.slots
    assert GrabMode.SEAT_THEN_SLOT is wired.grab


def test_every_seat_may_have_slot_buttons_of_its_own():
    wired = buttons('[buttons]\ngrab = "seat-slot"\nseat_slot.2.1 = 4\nseat_slot.2.2 = 5\nseat_slot.2.3 = 6')

    assert {SeatSlot(2, 1): 4, SeatSlot(2, 2): 5, SeatSlot(2, 3): 6} == wired.seat_slots
    assert GrabMode.SEAT_SLOT is wired.grab


ONE = "[[buttons.encoder]]\nname = 'X'\n"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            ONE + "1 = 'BTN_TRIGGER'\nundo = 288",
            "[buttons] BTN_TRIGGER of 'X' is used twice: by the button of seat 1 and by the undo button"
            " - give one of them another code",
        ),
        (
            "[buttons]\n1 = 4\n" + ONE + "1 = 'BTN_THUMB'",
            "[buttons] the button of seat 1 is wired twice: to GPIO 4 and to BTN_THUMB of 'X' - keep one of them",
        ),
        (
            ONE + "1 = 'BTN_THUMB'\n" + ONE.replace("X", "x") + "2 = 'BTN_THUMB'",
            "[buttons] two devices are called 'x' - give each its phys, as `companion learn` shows it",
        ),
        (
            "[buttons]\nslot.1 = 4",
            "[buttons] slot.2 and slot.3 are missing: a grab needs all three slots",
        ),
        (
            '[buttons]\ngrab = "seat-then-slot"\n1 = 4',
            '[buttons] grab = "seat-then-slot" needs the buttons slot.1, slot.2 and slot.3',
        ),
        (
            "[buttons]\nseat_slot.1.1 = 4\nseat_slot.1.2 = 5\nseat_slot.1.3 = 6",
            '[buttons] seat_slot is there, so grab must be "seat-slot"'
            " - say so, or wire shared slots (slot.1 = …) instead",
        ),
        (
            '[buttons]\ngrab = "seat-slot"\n1 = 4',
            '[buttons] grab = "seat-slot" needs buttons for each seat and slot:'
            " seat_slot.1.1, seat_slot.1.2, seat_slot.1.3, …",
        ),
        (
            '[buttons]\ngrab = "seat-slot"\nseat_slot.1.1 = 4\nseat_slot.1.2 = 5\nseat_slot.1.3 = 6\n2 = 7',
            "[buttons] seat_slot.2.1 and seat_slot.2.2 and seat_slot.2.3 are missing: a grab needs all three slots",
        ),
        (
            '[buttons]\ngrab = "seat-slot"\nseat_slot.1.1 = 4\nseat_slot.1.3 = 6\nslot.1 = 7\nslot.2 = 8\nslot.3 = 9',
            '[buttons] slot.1 to slot.3 have no use with grab = "seat-slot"'
            ' - leave them out, or choose "seat-then-slot"; '
            "seat_slot.1.2 is missing: a grab needs all three slots",
        ),
        (
            "[buttons]\nslot.1 = 4\nslot.2 = 4\nslot.3 = 5",
            "GPIO 4 is used twice: by the button of slot 1 and by the button of slot 2 - give one of them another pin",
        ),
    ],
)
def test_a_wiring_that_contradicts_itself_says_what_to_change(text, said):
    assert said == complaint(text)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[buttons]\nslot.4 = 4", "unknown key '4' in [buttons.slot] - choose from 1, 2, 3"),
        ("[buttons]\nslot = 4", "[buttons.slot] must be a section, not a whole number: 4"),
        ("[buttons]\nseat_slot.9.1 = 4", "unknown key '9' in [buttons.seat_slot] - choose from 1, 2, 3, 4, 5, 6, 7, 8"),
        ("[buttons]\nseat_slot.1.1 = 99", "[buttons.seat_slot.1] 1: there is no GPIO 99 to wire"),
        ('[buttons]\ngrab = "seat-slots"', "[buttons] grab cannot be 'seat-slots' - did you mean 'seat-slot'?"),
        ("[buttons]\nencodr = 3", "unknown key 'encodr' in [buttons] - did you mean 'encoder'?"),
        (
            "[buttons.encoder]\nname = 'X'",
            "[buttons.encoder] must be written [[buttons.encoder]]: there may be several",
        ),
        (
            "[[buttons.encoder]]\n1 = 288",
            "[[buttons.encoder]] needs the name of the device: `companion learn` shows it",
        ),
        (ONE, "[[buttons.encoder]] 'X' names no button, like 1 = 'BTN_TRIGGER'"),
        (ONE + "9 = 288", "unknown key '9' in [buttons.encoder]"),
        (ONE + "1 = 'BTN_TRIGER'", "[buttons.encoder] 1: there is no key 'BTN_TRIGER' - did you mean 'BTN_TRIGGER'?"),
        (ONE + "1 = '°°°'", "[buttons.encoder] 1: there is no key '°°°' - `companion learn` finds out its name"),
        (ONE + "1 = 0", "[buttons.encoder] 1: keys have numbers from 1 to 767, not 0"),
        (
            ONE + "1 = true",
            "[buttons.encoder] 1 must be the name of a key, like 'BTN_TRIGGER', or its number, not True",
        ),
        (
            ONE + "1 = 1\nusb = '79:6'",
            "[buttons.encoder] usb must be the vendor and the product, like '0079:0006' (lsusb shows them), not '79:6'",
        ),
    ],
)
def test_an_unknown_key_or_value_is_answered_with_what_is_meant(text, said):
    assert said == complaint(text)[: len(said)]


pins = st.lists(st.integers(2, 27), min_size=17, max_size=17, unique=True)
codes = st.lists(st.sampled_from(sorted(CODES.values())), min_size=8, max_size=8, unique=True)
names = st.text(min_size=1, max_size=20).filter(str.strip).map(lambda name: " ".join(name.split())).filter(bool)


@given(pins, codes, names)
def test_what_is_written_is_read_back(pin, code, name):
    board = KeysConfig(By.ENCODER, name, {1: code[0], 2: code[1], SharedSlot(1): code[2]}, "0079:0006", "usb-1/input0")
    keyboard = KeysConfig(By.KEYBOARD, name + "!", {3: code[3], SharedSlot(3): code[4]})
    pinned = ButtonsConfig({4: pin[0], 5: pin[1]}, pin[2], None, {SharedSlot(2): pin[3]}, devices=(board, keyboard))

    assert pinned == buttons(buttons_as_toml(pinned))


@given(pins)
def test_slots_of_each_seat_are_written_and_read_back(pin):
    slots = {SeatSlot(seat, slot): pin[3 * seat + slot] for seat in (1, 2, 3) for slot in (1, 2, 3)}
    wired = ButtonsConfig({}, None, pin[0], {}, slots, GrabMode.SEAT_SLOT)

    assert wired == buttons(buttons_as_toml(wired))


def test_a_key_without_a_name_is_its_number():
    assert ["BTN_TRIGGER", "700", "KEY_1"] == [key_name(code) for code in (288, 700, 2)]


def test_the_example_with_an_encoder_in_the_documentation_is_a_wiring():
    _, example = re.findall(r"```toml\n(.*?)```", DOCUMENTATION.read_text(encoding="utf-8"), re.DOTALL)[:2]

    assert [By.ENCODER, By.KEYBOARD] == [device.by for device in buttons(example).devices]
