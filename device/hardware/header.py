"""The pins of a Raspberry Pi's header: which exist, which we use by default, and what else hangs on them.

Pins are BCM numbers, as on every pinout card: GPIO17, not position 11.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NewType

from companion.errors import BadConfig
from companion.table import Seat

Pin = NewType("Pin", int)
"""The number of a GPIO line (BCM), 2 to 27."""

FIRST_PIN, LAST_PIN = 2, 27
"""GPIO0 and GPIO1 belong to the identification chip of add-on boards; 28 and above are not on the header."""

POSITIONS: dict[Pin, int] = {
    Pin(bcm): position
    for bcm, position in (
        (2, 3), (3, 5), (4, 7), (5, 29), (6, 31), (7, 26), (8, 24), (9, 21), (10, 19), (11, 23), (12, 32), (13, 33),
        (14, 8), (15, 10), (16, 36), (17, 11), (18, 12), (19, 35), (20, 38), (21, 40), (22, 15), (23, 16), (24, 18),
        (25, 22), (26, 37), (27, 13),
    )
}  # fmt: skip
"""Where on the 40-pin header each line is."""

SEAT_BUTTONS: dict[Seat, Pin] = {
    Seat(seat): Pin(bcm) for seat, bcm in enumerate((4, 17, 27, 22, 5, 6, 13, 26), start=1)
}
"""The call buttons, unless the configuration says otherwise: each between its pin and ground."""
CONFIRM_BUTTON, UNDO_BUTTON = Pin(23), Pin(24)
SEAT_LAMPS: dict[Seat, Pin] = {Seat(seat): Pin(bcm) for seat, bcm in enumerate((12, 16, 20, 25, 8, 7, 11, 9), start=1)}
"""The suggested lamps. They are driven only if the configuration names them: we drive no pin that nobody named."""

CAMERA_LAMP, BUZZER = Pin(10), Pin(18)
"""The suggested lamp of the camera, and the suggested buzzer; only if the configuration names them, too."""

CHIP_LABELS = ("pinctrl-rp1", "pinctrl-bcm2711", "pinctrl-bcm2835")
"""How the chip behind the header calls itself on a Pi 5, on a Pi 4, and on the older ones."""


@dataclass(frozen=True, slots=True)
class Use:
    """What a pin is wired to, in the words of the configuration."""

    pin: Pin
    what: str


def checked_pin(number: int, what: str) -> Pin:
    """Return `number` as a pin; raise BadConfig when the header has no such line."""
    if not FIRST_PIN <= number <= LAST_PIN:
        raise BadConfig(
            f"{what}: there is no GPIO {number} to wire - choose from {FIRST_PIN} to {LAST_PIN} (BCM numbers)"
        )
    return Pin(number)


def refuse_shared_pins(uses: Iterable[Use]) -> None:
    """Raise BadConfig when two things are wired to one pin, naming both."""
    taken: dict[Pin, str] = {}
    for use in uses:
        if use.pin in taken:
            both = f"by {taken[use.pin]} and by {use.what}"
            raise BadConfig(f"GPIO {use.pin} is used twice: {both} - give one of them another pin")
        taken[use.pin] = use.what


@dataclass(frozen=True, slots=True)
class Chip:
    """A GPIO chip of this machine, as the kernel names it."""

    number: int
    label: str


def header_chip(chips: Sequence[Chip]) -> Chip | None:
    """Return the chip behind the 40-pin header, found by its label: the numbers move with the kernel (0 or 4)."""
    return next((chip for label in CHIP_LABELS for chip in chips if chip.label == label), None)
