"""Where each button of a table is wired, in sentences for people."""

from __future__ import annotations

from companion.table import Seat
from companion.texts import Message, plain, say
from device.hardware.config import ButtonsConfig
from device.hardware.header import POSITIONS, Pin
from device.hardware.presses.targets import Control, Target


def pin_name(pin: Pin) -> Message:
    """Return where a wire goes, in the two ways in which people count."""
    return say("GPIO{pin}, position {position} on the header", pin=pin, position=POSITIONS[pin])


def places(buttons: ButtonsConfig) -> dict[Target, Message]:
    """Return where each button is wired: on the header, or as a key of some device."""
    keys = {target: plain(place) for target, place in buttons.wired()}
    return {**keys, **{target: pin_name(pin) for target, pin in buttons.pins()}}


def virtual_buttons(seats: int) -> tuple[Target, ...]:
    """Return the buttons of a simulated table."""
    return (*(Seat(number) for number in range(1, seats + 1)), Control.CONFIRM, Control.UNDO)
