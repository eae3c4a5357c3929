"""Showing a combination: the card, the moved tile and the three faces, tapped one after the other.

    FACES --a tile was moved--> TILE --its face tapped--> PLACE --free place tapped--> FACES

The seconds run until three faces are tapped and a card is named, or until the player presses the button again: what
is tapped after that only writes down what was shown in time.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from companion.events import By
from companion.games.monster_cube.choices import Linked
from companion.games.monster_cube.claims import Claim
from companion.games.monster_cube.moving import Move, destinations, moved
from companion.games.monster_cube.tiles import FaceAt, Layout
from companion.observations import Axial
from companion.table import Seat
from companion.texts import Message, say


class Picking(Enum):
    """What the next tap on the tiles means."""

    FACES = "a face of the combination"
    TILE = "the tile that was moved"
    PLACE = "where it lies now"


@dataclass(frozen=True, slots=True)
class Call:
    """Somebody pressed the button and called "Monstre !"."""

    seat: Seat
    at: int
    by: By
    tied: tuple[Seat, ...] = ()


@dataclass(frozen=True, slots=True)
class Showing:
    """What one player shows, as far as it is known."""

    seat: Seat
    layout: Layout
    """As the tiles lay before."""
    linked: Linked
    card: int | None = None
    move: Move | None = None
    faces: tuple[FaceAt, ...] = ()
    picking: Picking = Picking.FACES
    start: Axial | None = None
    """The tile that was tapped to be moved."""
    began: int = 0
    deadline: int | None = None
    stopped: bool = False
    """It was shown in time: the clock no longer runs."""
    calls: tuple[Call, ...] = ()
    """Everybody who pressed, in the order in which they count."""
    picture: str = ""
    """The photo finish."""

    @property
    def now(self) -> Layout:
        """The tiles as they lie now."""
        return moved(self.layout, self.move)

    @property
    def is_complete(self) -> bool:
        """Whether it can be judged."""
        return self.card is not None and len(self.faces) == 3

    @property
    def is_untouched(self) -> bool:
        """Whether nothing has been shown yet."""
        return not self.faces and self.move is None and self.start is None and not self.stopped

    def claim(self, code: int) -> Claim:
        """Return the claim that these faces make `code`."""
        return Claim(code, self.faces, None, self.move)

    def with_card(self, code: int) -> Showing:
        """Return it with the card `code` chosen."""
        return replace(self, card=code)._settled()

    def tapped(self, face: FaceAt) -> Showing | Message:
        """Return it after a tap on a face of a tile, or why that cannot be."""
        if face.place not in self.now.at:
            return say("there is no tile in that place")
        if self.picking is not Picking.FACES:
            return replace(self, start=face.place, picking=Picking.PLACE)
        if face in self.faces:
            return replace(self, faces=tuple(each for each in self.faces if each != face))
        if len(self.faces) == 3:
            return say("three faces are chosen already: tap one of them to take it back")
        return replace(self, faces=(*self.faces, face))._settled()

    def moving(self, *, wanted: bool) -> Showing | Message:
        """Return it waiting for the tile that was moved, or with no tile moved."""
        if wanted and self.move is not None:
            return say("one tile was moved already: put it back first")
        if not wanted:
            return self.with_move(None)
        return replace(self, picking=Picking.TILE, start=None)

    def placed(self, place: Axial) -> Showing | Message:
        """Return it with the tapped tile lying at `place`, or why that cannot be."""
        if self.start is None or self.picking is not Picking.PLACE:
            return say("tap the tile first, then its new place")
        if place not in destinations(self.layout, self.start, self.linked):
            return say("the tile cannot go there: every tile must touch another")
        return self.with_move(Move(self.start, place))

    def with_move(self, move: Move | None) -> Showing:
        """Return it with `move` made, by tap or as the camera saw it; faces that lie elsewhere now are forgotten."""
        faces = self.faces if move == self.move else ()
        return replace(self, move=move, faces=faces, picking=Picking.FACES, start=None)

    def _settled(self) -> Showing:
        return replace(self, stopped=True) if self.is_complete else self
