"""How the hardware is configured: what each button, lamp and sound is wired to, and what the time of a press is worth.

Values only; `device.config` reads them from a file.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from companion.errors import BadConfig
from companion.events import By
from companion.table import MOST_SLOTS, Seat
from device.hardware.clock import MS
from device.hardware.header import CONFIRM_BUTTON, SEAT_BUTTONS, UNDO_BUTTON, Pin
from device.hardware.presses.keycodes import KeyCode, key_name
from device.hardware.presses.targets import Control, SeatSlot, SharedSlot, Target, button_name

SLOTS = tuple(range(1, MOST_SLOTS + 1))


class GrabMode(StrEnum):
    """How somebody says which of the slots in the middle he grabs for (Monster Rush)."""

    SEAT_THEN_SLOT = "seat-then-slot"
    """His call button, then the button of the slot, which all share."""
    SEAT_SLOT = "seat-slot"
    """Every seat has a button for each slot."""


@dataclass(frozen=True, slots=True)
class KeysConfig:
    """`[[buttons.encoder]]` or `[[buttons.keyboard]]`: one input device, and the code of each button on it."""

    by: By
    name: str
    """What the device calls itself, or a part of it."""
    keys: Mapping[Target, KeyCode]
    usb: str | None = None
    """Vendor and product, `0079:0006`: another model that calls itself the same is not taken for it."""
    phys: str | None = None
    """Where it is plugged in, to tell two of the same kind apart."""


@dataclass(frozen=True, slots=True)
class ButtonsConfig:
    """`[buttons]`: a number is a pin of the header; the button closes it to ground."""

    seats: Mapping[Seat, Pin] = field(default_factory=lambda: dict(SEAT_BUTTONS))
    confirm: Pin | None = CONFIRM_BUTTON
    undo: Pin | None = UNDO_BUTTON
    slots: Mapping[SharedSlot, Pin] = field(default_factory=dict)
    seat_slots: Mapping[SeatSlot, Pin] = field(default_factory=dict)
    grab: GrabMode = GrabMode.SEAT_THEN_SLOT
    devices: tuple[KeysConfig, ...] = ()

    def __post_init__(self) -> None:
        if faults := [*_shared_codes(self.devices), *_twice(self), *_twins(self.devices), *_wrong_slots(self)]:
            raise BadConfig(f"[buttons] {'; '.join(faults)}")

    def pins(self) -> Iterator[tuple[Target, Pin]]:
        """Yield every button on the header and its pin."""
        yield from self.seats.items()
        for control, pin in ((Control.CONFIRM, self.confirm), (Control.UNDO, self.undo)):
            if pin is not None:
                yield control, pin
        yield from self.slots.items()
        yield from self.seat_slots.items()

    def wired(self) -> Iterator[tuple[Target, str]]:
        """Yield every button and what it is wired to, in the words of the configuration."""
        for target, pin in self.pins():
            yield target, f"GPIO {pin}"
        for device in self.devices:
            for target, code in device.keys.items():
                yield target, f"{key_name(code)} of {device.name!r}"

    @property
    def targets(self) -> frozenset[Target]:
        """Every button that is wired to something."""
        return frozenset(target for target, _ in self.wired())


def _shared_codes(devices: tuple[KeysConfig, ...]) -> Iterator[str]:
    for device in devices:
        taken: dict[KeyCode, Target] = {}
        for target, code in device.keys.items():
            if (other := taken.setdefault(code, target)) != target:
                yield (
                    f"{key_name(code)} of {device.name!r} is used twice: by {button_name(other)} and by"
                    f" {button_name(target)} - give one of them another code"
                )


def _twice(buttons: ButtonsConfig) -> Iterator[str]:
    places: dict[Target, str] = {}
    for target, place in buttons.wired():
        if target in places:
            yield f"{button_name(target)} is wired twice: to {places[target]} and to {place} - keep one of them"
        places.setdefault(target, place)


def _twins(devices: tuple[KeysConfig, ...]) -> Iterator[str]:
    """Two devices that nobody could tell apart."""
    known: set[tuple[str, str | None, str | None]] = set()
    for device in devices:
        identity = (device.name.casefold(), device.usb, device.phys)
        if identity in known:
            yield f"two devices are called {device.name!r} - give each its phys, as `companion learn` shows it"
        known.add(identity)


def _wrong_slots(buttons: ButtonsConfig) -> Iterator[str]:
    """Slot buttons that the chosen way to grab lacks, or has no use for."""
    targets = buttons.targets
    shared = {target.slot for target in targets if isinstance(target, SharedSlot)}
    owned = {(target.seat, target.slot) for target in targets if isinstance(target, SeatSlot)}
    if buttons.grab is GrabMode.SEAT_THEN_SLOT:
        yield from _lacking("slot", shared) if shared else ()
        if owned:
            yield 'seat_slot is there, so grab must be "seat-slot" - say so, or wire shared slots (slot.1 = …) instead'
        return
    if shared:
        yield 'slot.1 to slot.3 have no use with grab = "seat-slot" - leave them out, or choose "seat-then-slot"'
    if not owned:
        yield 'grab = "seat-slot" needs buttons for each seat and slot: seat_slot.1.1, seat_slot.1.2, seat_slot.1.3, …'
        return
    callers = {target for target in targets if isinstance(target, int)}
    for seat in sorted({seat for seat, _ in owned} | callers):
        yield from _lacking(f"seat_slot.{seat}", {slot for other, slot in owned if other == seat})


def _lacking(key: str, there: set[int]) -> Iterator[str]:
    if missing := [f"{key}.{slot}" for slot in SLOTS if slot not in there]:
        yield f"{' and '.join(missing)} {'is' if len(missing) == 1 else 'are'} missing: a grab needs all three slots"


@dataclass(frozen=True, slots=True)
class LampsConfig:
    """`[lamps]`: the pin of each seat's lamp; none unless named."""

    seats: Mapping[Seat, Pin] = field(default_factory=dict)
    pwm: bool = True
    """Lamps can be dimmed, so that they breathe; set it to false for relays."""
    camera: Pin | None = None
    """Shines while the camera is on; where it is named, there are no pictures without it."""


class Tongue(StrEnum):
    """What the table speaks."""

    EN = "en"
    FR = "fr"


@dataclass(frozen=True, slots=True)
class SoundConfig:
    """`[sound]`: what is heard, through a sound card or a buzzer."""

    volume: int = 70
    """0 is silence."""
    language: Tongue = Tongue.EN
    voice: bool = True
    """Announcements are spoken; without it there are tunes only."""
    speed: int = 165
    """Words a minute."""
    device: str = ""
    """The name of the output as `aplay -L` writes it; the default one when empty."""
    buzzer: Pin | None = None
    """A piezo buzzer, for a table without a sound card."""


SHORTEST_SETTLE_MS = 10
"""A tap of 6 ms is proven by its release, which is given 3 ms to be delivered; and threads need a moment."""


@dataclass(frozen=True, slots=True)
class RaceConfig:
    """`[race]`: how presses are ordered (`device.hardware.presses.arbiter`)."""

    settle_ms: float = 10.0
    """How long a press is held back, so that an earlier one that is still on its way can overtake it."""
    tolerance_ms: float = 1.0
    """Two wired presses this close are a tie. The kernel stamps an edge within about 0.2 ms; a person is slower."""
    page_lag_ms: float = 100.0
    """How long a press on the page may have been on its way through the network before we heard of it."""

    @property
    def settle(self) -> int:
        """`settle_ms` in nanoseconds."""
        return round(self.settle_ms * MS)

    @property
    def tolerance(self) -> int:
        """`tolerance_ms` in nanoseconds."""
        return round(self.tolerance_ms * MS)

    @property
    def page_lag(self) -> int:
        """`page_lag_ms` in nanoseconds."""
        return round(self.page_lag_ms * MS)
