"""What only a table of Monster Cube knows: tiles that are laid, taps on faces and places, cards and agreements."""

from __future__ import annotations

from dataclasses import dataclass

from companion.events import Event
from companion.observations import TileFace
from companion.table import Seat


@dataclass(frozen=True, slots=True)
class LimitSet(Event):
    """The player on `seat` has `seconds` to find or to show a combination: "if a handicap is necessary"."""

    seat: Seat
    seconds: int


@dataclass(frozen=True, slots=True)
class TilesDealt(Event):
    """The companion lays the tiles at random; real ones are then laid as the page shows them."""


@dataclass(frozen=True, slots=True)
class FaceTapped(Event):
    """Somebody tapped a face of the tile at (`q`, `r`) of `zone`: to use it, to correct it, or to move its tile."""

    zone: str
    q: int
    r: int
    face: TileFace


@dataclass(frozen=True, slots=True)
class FaceTold(Event):
    """The face that was tapped last shows `value`."""

    value: int


@dataclass(frozen=True, slots=True)
class MoveWanted(Event):
    """The next face that is tapped names the tile that was moved; `wanted` false: nothing was moved after all."""

    wanted: bool = True


@dataclass(frozen=True, slots=True)
class PlaceTapped(Event):
    """The tile that was tapped goes to the free place (`q`, `r`)."""

    q: int
    r: int


@dataclass(frozen=True, slots=True)
class CardTold(Event):
    """One of the people's own cards was turned up: its code."""

    code: int


@dataclass(frozen=True, slots=True)
class CardChosen(Event):
    """The claim is about the card with this code."""

    code: int


@dataclass(frozen=True, slots=True)
class GaveUp(Event):
    """The player on `seat` has nothing to show after all, or found nothing in this turn."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class AgreedNone(Event):
    """All players agree that no allowed combination makes any of the codes."""


@dataclass(frozen=True, slots=True)
class GivenBack(Event):
    """The player on `seat` gives back the won card with this code (rules 1)."""

    seat: Seat
    code: int


@dataclass(frozen=True, slots=True)
class Placed(Event):
    """The solved card goes face down in front of `seat`, in the place of `replaced` if three lie there."""

    seat: Seat
    replaced: int | None = None


@dataclass(frozen=True, slots=True)
class Skipped(Event):
    """Nobody took a card in a full round: these cards are skipped (rules 3)."""


@dataclass(frozen=True, slots=True)
class HintWanted(Event):
    """Show a way, if the house rules allow it."""


@dataclass(frozen=True, slots=True)
class Ended(Event):
    """The people stop here: what has been won is counted."""


MONSTER_CUBE_EVENTS: tuple[type[Event], ...] = (
    LimitSet,
    TilesDealt,
    FaceTapped,
    FaceTold,
    MoveWanted,
    PlaceTapped,
    CardTold,
    CardChosen,
    GaveUp,
    AgreedNone,
    GivenBack,
    Placed,
    Skipped,
    HintWanted,
    Ended,
)
