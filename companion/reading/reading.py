"""One reading of one zone, as the reader and the people have it by now, whatever lies there.

    READ --corrected, removed, added--> OPEN --every unsure part told, all there--> TRUSTED
      ^  (or TYPED: an empty field)      |  +--confirmed: "it lies as shown"---------> TRUSTED
      +------------ restarted -----------+

Nothing here decides a rule: the game says what is expected, and what else is odd about it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.events import Corrected, PartAdded, PartRemoved, Saw, TypedByHand, ZoneEvent
from companion.observations import Kind, Observation, Part, Problem, ProblemKind, SeenDie, SeenTile, renumbered
from companion.reading.parts import Expected, missed, unread
from companion.texts import Message, say

_NO_PICTURE_OF = {
    Kind.DICE: say("this is no picture of loose dice"),
    Kind.CUBO: say("this is no picture of a square"),
    Kind.TILES: say("this is no picture of the tiles"),
}
_NOTHING_TO_CONFIRM = say("there is nothing to vouch for")


@dataclass(frozen=True, slots=True)
class Reading:
    """What lies in a zone, and what keeps it from being believed. Every change returns the reading that follows."""

    zone: str
    expected: Expected
    observation: Observation
    picture: str = ""
    """The digest of its photograph; empty when it is typed by hand."""
    answered: bool = False
    """Somebody has said what an unsure part of it shows."""
    confirmed: bool = False
    """The people say that it lies as shown."""
    by_hand: bool = False
    """Nothing was read: it lies on an empty field."""

    @classmethod
    def of(cls, saw: Saw, expected: Expected) -> Reading | Message:
        """Return the reading that `saw` brings, or why it is none of what is expected."""
        if saw.observation.kind is not expected.kind:
            return _NO_PICTURE_OF[expected.kind]
        return cls(saw.zone, expected, saw.observation, saw.picture)

    @classmethod
    def typed(cls, zone: str, expected: Expected) -> Reading:
        """Return a reading of everything that is expected, with nothing known: people tap it on an empty field."""
        return cls(zone, expected, _seen(Observation(expected.kind, ()), unread(expected)), by_hand=True)

    @classmethod
    def begin(cls, event: ZoneEvent, expected: Expected) -> Reading | Message | None:
        """Return the reading with which `event` begins, why it is none, or None where another picture is wanted."""
        match event:
            case Saw():
                return cls.of(event, expected)
            case TypedByHand():
                return cls.typed(event.zone, expected)
        return None

    @property
    def parts(self) -> tuple[Part, ...]:
        """Everything that lies there, in the order of its numbers."""
        return self.observation.parts

    @property
    def unsure(self) -> tuple[int, ...]:
        """The numbers of all parts that somebody must tap first."""
        return tuple(number for number, part in enumerate(self.parts) if not self._is_known(part))

    def _is_known(self, part: Part) -> bool:
        values = self.expected.values
        if isinstance(part, SeenDie):
            return part.sure and part.value in values
        return part.place is not None and all(face.sure and face.value in values for face in part.faces.values())

    @property
    def counted(self) -> tuple[Part, ...]:
        """The parts that matter: dice beside a square do not."""
        cells = self.expected.cells
        return tuple(part for part in self.parts if not (cells and isinstance(part, SeenDie) and part.cell is None))

    @property
    def complete(self) -> bool:
        """Whether as many parts lie there as belong there."""
        return self.expected.count is None or len(self.counted) == self.expected.count

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What the reader was uneasy about and nobody has answered yet.

        Once somebody has said what every unsure part shows, and all are there, the reader's worries are answered;
        only where two parts lie one over the other it does not help to say what they show.
        """
        if self.confirmed:
            return ()
        problems = self.observation.problems
        if self.answered and self.complete and not self.unsure:
            return tuple(problem for problem in problems if problem.kind is ProblemKind.OVERLAP)
        return problems

    @property
    def trusted(self) -> bool:
        """Whether nothing about it is open, as far as reading goes."""
        return not self.unsure and not self.problems

    # What people say about it.

    def changed(self, event: Corrected | PartRemoved | PartAdded) -> Reading | Message:
        """Return the reading after somebody said what is otherwise, or why that cannot be."""
        match event:
            case Corrected():
                return self._corrected(event)
            case PartRemoved():
                return self._without(event.part)
            case PartAdded():
                return self._with_missed(event)

    def confirming(self, doubts: Sequence[Message], first: Message | None) -> Reading | Message:
        """Return the reading as the people say that it lies, or why they cannot.

        `doubts` are all that its game finds odd about it; `first` is what must be said before, if anything must.
        """
        if not doubts:
            return _NOTHING_TO_CONFIRM
        return first if first is not None else replace(self, confirmed=True)

    def _corrected(self, event: Corrected) -> Reading | Message:
        wrong = self._why_not_corrected(event)
        if wrong is not None:
            return wrong
        part = self.parts[event.part]
        answered = self.answered or not self._is_known(part)
        seen = _seen(self.observation, self._corrected_parts(event, part))
        return replace(self, observation=seen, answered=answered, confirmed=False)

    def _corrected_parts(self, event: Corrected, old: Part) -> tuple[Part, ...]:
        """Return the parts with one as somebody said that it is."""
        if isinstance(old, SeenDie):
            cell = event.cell if self.expected.cells else None
            return self._with_die(event.part, old, old.corrected(event.value, event.colour, cell))
        new = old.corrected(event.face, event.value) if event.face is not None else old
        return (*self.parts[: event.part], new, *self.parts[event.part + 1 :])

    def _why_not_corrected(self, event: Corrected) -> Message | None:
        if not 0 <= event.part < len(self.parts):
            return self._no_such_part(event.part)
        values, tiles = self.expected.values, self.expected.kind is Kind.TILES
        if event.value not in values:
            most = values.stop - 1
            if tiles:
                return say("a face shows 1 to {most}, not {value}", most=most, value=event.value)
            return say("a die shows 1 to 6, not {value}", value=event.value)
        if tiles and event.face is None:
            return say("tap a face first")
        if event.cell is not None and self.expected.cells and event.cell not in self.expected.cells:
            return say("a square has three rows of three places")
        return None

    def _no_such_part(self, number: int) -> Message:
        if self.expected.kind is Kind.TILES:
            return say("there is no tile {number} in this picture", number=number + 1)
        return say("there is no die {number} in this picture", number=number + 1)

    def _with_die(self, number: int, old: SeenDie, new: SeenDie) -> tuple[Part, ...]:
        """Return the dice with one as `new`; a die that it pushes out of its place goes to the old place."""
        pushed = new.cell is not None and new.cell != old.cell
        return tuple(
            new
            if at == number
            else replace(die, cell=old.cell)
            if pushed and isinstance(die, SeenDie) and die.cell == new.cell
            else die
            for at, die in enumerate(self.parts)
        )

    def _without(self, number: int) -> Reading | Message:
        """Return the reading without a part that is none, and without what the reader was uneasy about there."""
        if not 0 <= number < len(self.parts):
            return self._no_such_part(number)
        gone = self.parts[number]
        kept = [at for at in range(len(self.parts)) if at != number]
        problems = [each for each in self.observation.problems if not _lies_in(each, gone)]
        seen = _seen(self.observation, [self.parts[at] for at in kept])
        return self._open(replace(seen, problems=renumbered(problems, kept)))

    def _with_missed(self, event: PartAdded) -> Reading | Message:
        """Return the reading with a part that was missed; what the reader was uneasy about there is answered by it."""
        taken = [part.cell if isinstance(part, SeenDie) else part.place for part in self.parts]
        named = event.place if self.expected.kind is Kind.TILES else event.cell
        if named is not None and named in taken:
            return say("something lies there already")
        if event.cell is not None and event.cell not in self.expected.cells:
            return say("a square has three rows of three places")
        if self.expected.kind is Kind.TILES and named is None and (event.x is None or event.y is None):
            return say("tap the place where it lies")
        new = missed(self.parts, self.expected, event)
        problems = tuple(each for each in self.observation.problems if not _lies_in(each, new))
        return self._open(replace(_seen(self.observation, (*self.parts, new)), problems=problems))

    def _open(self, observation: Observation) -> Reading:
        return replace(self, observation=observation, confirmed=False)


def _seen(observation: Observation, parts: Sequence[Part]) -> Observation:
    """Return `observation` with other `parts`."""
    if observation.kind is Kind.TILES:
        return replace(observation, tiles=tuple(part for part in parts if isinstance(part, SeenTile)))
    return replace(observation, dice=tuple(part for part in parts if isinstance(part, SeenDie)))


def _lies_in(problem: Problem, part: Part) -> bool:
    """Whether the place that `problem` names lies in `part`."""
    if problem.place is None:
        return False
    xs, ys = [x for x, _ in part.corners], [y for _, y in part.corners]
    x, y = problem.place
    return min(xs) <= x <= max(xs) and min(ys) <= y <= max(ys)
