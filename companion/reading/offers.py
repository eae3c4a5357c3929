"""The buttons that put right how many dice were read: what is none is taken away, what was missed is added.

A page that shows the picture offers the same by taps; these buttons are there without it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from companion.events import PartAdded, PartRemoved
from companion.observations import SeenDie
from companion.reading.reading import Reading
from companion.texts import Message, say
from companion.view import Action


def offers(reading: Reading) -> Iterator[Action]:
    """Yield a button for every die that may be none, and for every place in which one may have been missed."""
    dice = reading.observation.dice
    for number, die in enumerate(dice):
        if _is_surplus(number, die, reading):
            label = say("Die {number} ({mark}) is none: take it away", number=number + 1, mark=die.mark)
            yield _of(PartRemoved, reading, label, part=number)
    missing = (reading.expected.count or 0) - len(reading.counted)
    if not dice or missing <= 0:
        return
    if not reading.expected.cells:
        yield _of(PartAdded, reading, say("A die was missed: add it"))
    taken = {die.cell for die in dice}
    for cell in reading.expected.cells:
        if cell not in taken:
            row, column = cell
            label = say("A die was missed in row {row}, column {column}: add it", row=row + 1, column=column + 1)
            yield _of(PartAdded, reading, label, cell=cell)


def _is_surplus(number: int, die: SeenDie, reading: Reading) -> bool:
    """Whether there are more dice than belong here; one beside a square does no harm once it is known."""
    if not reading.expected.cells:
        return reading.expected.count is not None and len(reading.parts) > reading.expected.count
    if die.cell is None:
        return number in reading.unsure
    return Counter(each.cell for each in reading.observation.dice)[die.cell] > 1


def _of(
    event: type[PartAdded | PartRemoved], reading: Reading, label: Message, **values: int | tuple[int, ...]
) -> Action:
    return Action(event.__name__, label, values={"zone": reading.zone, **values})
