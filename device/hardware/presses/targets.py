"""What can be pressed: the buttons of the table, whatever they are wired to, and what people call them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from companion.events import Pressed
from companion.table import Seat
from companion.texts import Message, say


class Control(StrEnum):
    """A button that belongs to no seat."""

    CONFIRM = "confirm"
    UNDO = "undo"


@dataclass(frozen=True, slots=True)
class SharedSlot:
    """A button for a slot in the middle of the table that all seats share."""

    slot: int

    def __str__(self) -> str:
        return f"slot-{self.slot}"


@dataclass(frozen=True, slots=True)
class SeatSlot:
    """The button of one seat for a slot in the middle of the table."""

    seat: Seat
    slot: int

    def __str__(self) -> str:
        return f"{self.seat}-slot-{self.slot}"


Target: TypeAlias = "Seat | Control | SharedSlot | SeatSlot"


def seat_of(target: Target) -> Seat | None:
    """Return whose button `target` is; None for those that belong to nobody."""
    match target:
        case Control() | SharedSlot():
            return None
        case SeatSlot(seat=seat):
            return seat
    return target


def target_of(event: Pressed) -> Target:
    """Return the button that was pressed when `event` happened."""
    return event.seat if event.slot is None else SeatSlot(event.seat, event.slot)


def button_name(target: Target) -> Message:
    """Return what people call a button."""
    match target:
        case Control.CONFIRM:
            return say("the confirm button")
        case Control.UNDO:
            return say("the undo button")
        case SharedSlot(slot):
            return say("the button of slot {slot}", slot=slot)
        case SeatSlot(seat, slot):
            return say("the button of seat {seat} for slot {slot}", seat=seat, slot=slot)
    return say("the button of seat {seat}", seat=target)
