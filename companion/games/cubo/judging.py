"""Judging what lies on the table: every fault of a square and of an exchange, not only the first.

The referee, the command line and the page call the same functions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from companion.games.cubo.options import Colours, CuboOptions
from companion.games.cubo.square import AROUND, CELLS, FACES, LETTERS, MIDDLE, Die, Square
from companion.observations import Cell, Colour, Observation, SeenDie
from companion.texts import Message, Value, say

DICE_AROUND = len(AROUND)
SET_REDS = 4
"""Red dice of a fresh set; the other four are blue."""

_PLACES = (
    (say("at the top left"), say("at the top"), say("at the top right")),
    (say("on the left"), say("in the middle"), say("on the right")),
    (say("at the bottom left"), say("at the bottom"), say("at the bottom right")),
)
_COLOURS = {
    Colour.RED: say("red"),
    Colour.BLUE: say("blue"),
    Colour.WHITE: say("white"),
    Colour.BLACK: say("black"),
    Colour.GREEN: say("green"),
    Colour.YELLOW: say("yellow"),
    Colour.OTHER: say("of another colour"),
}


def place(cell: Cell) -> Message:
    """Return where `cell` lies, in words."""
    return _PLACES[cell[0]][cell[1]]


def colour_name(colour: Colour) -> Message:
    """Return the word for `colour`."""
    return _COLOURS[colour]


class SquareFaultKind(Enum):
    """What can be wrong with a square, and with an exchange."""

    MISSING_DIE = "a place without a die"
    TWO_IN_ONE_PLACE = "two dice in one place"
    OUTSIDE = "a die outside the square"
    UNREAD = "a die that nobody could read"
    FOREIGN_COLOUR = "a die that is neither red, blue nor white"
    NO_WHITE = "no white die"
    TWO_WHITES = "more than one white die"
    WHITE_NOT_IN_MIDDLE = "the white die outside the middle"
    COLOURS = "colours that this set cannot have"
    MORE_THAN_ONE_CHANGED = "an exchange of more than one die"
    WHITE_SWAPPED = "an exchange of the white die"
    NOT_THE_TAKEN_DIE = "an exchange with another die than the one taken"
    FACE_CHANGED = "an exchange that turned the die"
    NOTHING_TAKEN = "an exchange without a die from the centre"


@dataclass(frozen=True, slots=True)
class SquareFault:
    """One thing that is wrong, where it lies, and how to say it."""

    kind: SquareFaultKind
    what: Message
    cells: tuple[Cell, ...] = ()


def faults(square: Square, options: CuboOptions = CuboOptions()) -> tuple[SquareFault, ...]:  # noqa: B008 - a frozen value
    """Return every fault of a laid square, whoever laid it and whenever."""
    return (*_white_faults(square), *_colour_faults(square, options))


def _white_faults(square: Square) -> Iterator[SquareFault]:
    """Yield what is wrong with the white die: "form a square around the white joker"."""
    whites = tuple(cell for cell in CELLS if square[cell].colour is Colour.WHITE)
    if not whites:
        yield SquareFault(SquareFaultKind.NO_WHITE, say("there is no white die in the square"))
    if len(whites) > 1:
        yield SquareFault(
            SquareFaultKind.TWO_WHITES, say("there are {count} white dice in the square", count=len(whites)), whites
        )
    for cell in whites:
        if cell != MIDDLE:
            what = say("a white die lies {place}; it belongs in the middle of the square", place=place(cell))
            yield SquareFault(SquareFaultKind.WHITE_NOT_IN_MIDDLE, what, (cell,))


def _colour_faults(square: Square, options: CuboOptions) -> Iterator[SquareFault]:
    """Yield what no exchange explains: a reset set is 4 and 4, one more or less after the exchange of this round."""
    red, blue = square.count(Colour.RED), square.count(Colour.BLUE)
    if options.colours is Colours.RESET_COLOURS and red + blue == DICE_AROUND and abs(red - SET_REDS) > 1:
        what = say(
            "{red} red and {blue} blue dice: every set has 4 and 4, and one exchange changes that by one at most",
            red=red,
            blue=blue,
        )
        yield SquareFault(SquareFaultKind.COLOURS, what)


def is_whole_set(square: Square) -> bool:
    """Whether the nine dice are one white and eight red or blue ones, wherever they lie."""
    return square.count(Colour.WHITE) == 1


@dataclass(frozen=True, slots=True)
class Judged:
    """A reading as a square, if it is one, with every fault."""

    square: Square | None
    faults: tuple[SquareFault, ...]

    @property
    def legal(self) -> bool:
        """Whether the square counts as it lies."""
        return self.square is not None and not self.faults


def judge(observation: Observation, options: CuboOptions = CuboOptions()) -> Judged:  # noqa: B008 - a frozen value
    """Return the square that `observation` shows, with every fault that keeps it from counting."""
    wrong = tuple(_reading_faults(observation.dice))
    if wrong:
        return Judged(None, wrong)
    lying = {die.cell: Die(die.colour, die.value or 0) for die in observation.dice if die.cell in CELLS}
    square = Square(tuple(lying[cell] for cell in CELLS))
    return Judged(square, faults(square, options))


def square_of(observation: Observation) -> Square | tuple[SquareFault, ...]:
    """Return the square that `observation` shows, or every reason why it shows none."""
    judged = judge(observation)
    return judged.square if judged.square is not None else judged.faults


def _reading_faults(dice: tuple[SeenDie, ...]) -> Iterator[SquareFault]:
    """Yield why `dice` are not nine readable dice of Cubo, one in each cell.

    Dice beside a whole square do not matter: a taken die waits there, or a replaced one.
    """
    lying = Counter(die.cell for die in dice)
    for number, die in enumerate(dice, start=1):
        if die.cell in CELLS:
            yield from _die_faults(die, place_of(die, number))
        elif not all(lying[cell] for cell in CELLS):
            yield SquareFault(SquareFaultKind.OUTSIDE, say("{die} lies outside the square", die=place_of(die, number)))
    for cell in CELLS:
        if not lying[cell]:
            yield SquareFault(SquareFaultKind.MISSING_DIE, say("there is no die {place}", place=place(cell)), (cell,))
        elif lying[cell] > 1:
            yield SquareFault(
                SquareFaultKind.TWO_IN_ONE_PLACE, say("more than one die lies {place}", place=place(cell)), (cell,)
            )


def _die_faults(die: SeenDie, name: Message) -> Iterator[SquareFault]:
    cells = (die.cell,) if die.cell is not None else ()
    if die.value not in FACES:
        yield SquareFault(SquareFaultKind.UNREAD, say("{die} could not be read", die=name), cells)
    elif die.colour not in LETTERS.values():
        what = say("{die} is {colour}; dice of Cubo are red, blue or white", die=name, colour=colour_name(die.colour))
        yield SquareFault(SquareFaultKind.FOREIGN_COLOUR, what, cells)


def place_of(die: SeenDie, number: int) -> Message:
    """Return a name by which people find `die` in a picture; `number` counts from 1."""
    if die.cell in CELLS:
        return say("the die {place}", place=place(die.cell))
    if not die.sure:
        return say("die {number} (marked {mark})", number=number, mark=die.mark)
    return say("die {number}", number=number)


@dataclass(frozen=True, slots=True)
class Exchange:
    """What changed between two readings of one square: `cell` was replaced, or nothing."""

    after: Square
    """The later square, turned so that it lies like the earlier one."""
    cell: Cell | None
    faults: tuple[SquareFault, ...] = ()


def judge_exchange(before: Square, after: Square, taken: Die | None) -> Exchange:
    """Return what was exchanged between the two, with every fault of it.

    The board may have been turned by quarters in between; the turn with the fewest changed dice is believed.
    """
    best = min(_four_turns(after), key=lambda turned: len(_changed(before, turned)))
    changed = _changed(before, best)
    if not changed:
        return Exchange(before, None)
    wrong = tuple(_exchange_faults(before, best, changed, taken))
    return Exchange(best, changed[0] if len(changed) == 1 else None, wrong)


def _four_turns(square: Square) -> tuple[Square, ...]:
    once = square.turned()
    twice = once.turned()
    return square, once, twice, twice.turned()


def _changed(before: Square, after: Square) -> tuple[Cell, ...]:
    return tuple(cell for cell in CELLS if before[cell] != after[cell])


def _exchange_faults(
    before: Square, after: Square, changed: tuple[Cell, ...], taken: Die | None
) -> Iterator[SquareFault]:
    """Yield why this is no exchange of one red or blue die for the one taken, in its place, face kept."""
    if MIDDLE in changed:
        yield SquareFault(
            SquareFaultKind.WHITE_SWAPPED, say("the white die was changed; it is never exchanged"), (MIDDLE,)
        )
    if len(changed) > 1:
        what = say("{count} dice are different now; an exchange replaces one die", count=len(changed))
        yield SquareFault(SquareFaultKind.MORE_THAN_ONE_CHANGED, what, changed)
    if taken is None:
        yield SquareFault(
            SquareFaultKind.NOTHING_TAKEN, say("no die was taken from the centre, so nothing may change"), changed
        )
        return
    for cell in changed:
        yield from _new_die_faults(cell, after[cell], taken)


def _new_die_faults(cell: Cell, new: Die, taken: Die) -> Iterator[SquareFault]:
    if new == taken:
        return
    values: dict[str, Value] = {"place": place(cell), "new": str(new), "taken": str(taken)}
    if new.colour is taken.colour:
        what = say("{new} lies {place}, but {taken} was taken: the face of the die is kept", **values)
        yield SquareFault(SquareFaultKind.FACE_CHANGED, what, (cell,))
    else:
        what = say("{new} lies {place}, but {taken} was taken", **values)
        yield SquareFault(SquareFaultKind.NOT_THE_TAKEN_DIE, what, (cell,))
