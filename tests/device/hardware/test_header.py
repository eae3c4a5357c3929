"""The header has 26 lines for us; two things never share one, and the chip is found by its name."""

import pytest

from companion.errors import BadConfig
from device.hardware.header import (
    CONFIRM_BUTTON,
    POSITIONS,
    SEAT_BUTTONS,
    SEAT_LAMPS,
    UNDO_BUTTON,
    Chip,
    Pin,
    Use,
    checked_pin,
    header_chip,
    refuse_shared_pins,
)


def test_every_line_of_the_header_has_a_position_of_its_own():
    assert set(range(2, 28)) == set(POSITIONS)
    assert len(POSITIONS) == len(set(POSITIONS.values()))


def test_our_table_of_positions_is_the_one_that_gpiozero_knows():
    from gpiozero.pins.pi import PiBoardInfo

    header = PiBoardInfo.from_revision(0xC03114).headers["J8"]
    known = {int(pin.name[4:]): number for number, pin in header.pins.items() if pin.name.startswith("GPIO")}

    assert {bcm: known[bcm] for bcm in POSITIONS} == POSITIONS


def test_the_suggested_wiring_uses_no_pin_twice():
    pins = [*SEAT_BUTTONS.values(), CONFIRM_BUTTON, UNDO_BUTTON, *SEAT_LAMPS.values()]

    assert 18 == len(set(pins))
    assert set(pins) <= set(POSITIONS)


def test_the_suggested_wiring_leaves_the_serial_console_i2c_and_i2s_alone():
    pins = {*SEAT_BUTTONS.values(), CONFIRM_BUTTON, UNDO_BUTTON, *SEAT_LAMPS.values()}

    assert set() == pins & {2, 3, 14, 15, 18, 19, 21}


@pytest.mark.parametrize("number", [-1, 0, 1, 28, 40, 53])
def test_a_pin_that_the_header_does_not_have_is_refused(number):
    with pytest.raises(BadConfig) as refusal:
        checked_pin(number, "[buttons] 1")

    assert f"[buttons] 1: there is no GPIO {number} to wire - choose from 2 to 27 (BCM numbers)" == str(refusal.value)


@pytest.mark.parametrize("number", [2, 17, 27])
def test_a_pin_that_the_header_has_is_taken(number):
    assert number == checked_pin(number, "[buttons] 1")


def test_a_pin_used_twice_is_named_with_both_uses():
    with pytest.raises(BadConfig) as refusal:
        refuse_shared_pins([Use(Pin(17), "the button of seat 2"), Use(Pin(17), "the lamp of seat 5")])

    assert (
        "GPIO 17 is used twice: by the button of seat 2 and by the lamp of seat 5 - give one of them another pin"
        == str(refusal.value)
    )


@pytest.mark.parametrize(
    ("chips", "number"),
    [
        ([(0, "pinctrl-rp1"), (10, "gpio-brcmstb@107d508500")], 0),
        ([(0, "gpio-brcmstb@107d508500"), (4, "pinctrl-rp1")], 4),
        ([(0, "pinctrl-bcm2711"), (1, "raspberrypi-exp-gpio")], 0),
        ([(0, "raspberrypi-exp-gpio"), (1, "pinctrl-bcm2835")], 1),
        ([(0, "INT34C5:00")], None),
        ([], None),
    ],
)
def test_the_chip_is_found_by_its_label_wherever_the_kernel_put_it(chips, number):
    found = header_chip([Chip(*chip) for chip in chips])

    assert number == (found and found.number)
