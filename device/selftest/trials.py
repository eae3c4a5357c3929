"""What each button has shown so far: how often it was pressed, how it bounced, and how late we learn of it. A value.

A touch begins with the first closing edge after a rest, and lasts until the button rests open: its bounces when it is
let go belong to it too.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from companion.events import By
from device.hardware.clock import MS
from device.hardware.presses.arbiter import RawPress
from device.hardware.presses.panel import Edge
from device.hardware.presses.targets import Target

REST = 20 * MS
"""A button that was open for so long is let go."""
LONGEST_TRACE = 64
"""Edges; a line that does more is noise, and its count goes on."""
DRAWN_GAP = 4 * MS
"""Between two edges a drawing shows at most so much: bounces are short, and fingers are slow."""


@dataclass(frozen=True, slots=True)
class Flip:
    """An edge of a touch, so long after the first one (ns), and the level from then on."""

    after: int
    closed: bool


@dataclass(frozen=True, slots=True)
class Trial:
    """What one button has shown."""

    presses: int = 0
    """What counted as a press."""
    by: By | None = None
    """How the latest press came."""
    first: int | None = None
    """The first edge of the latest touch (ns)."""
    trace: tuple[Flip, ...] = ()
    """Its edges, as far as they are kept."""
    closings: int = 0
    latency: int | None = None
    """How long after its first edge we learn of it (ns)."""

    @property
    def bounces(self) -> int:
        """How often the contact closed again within the latest touch."""
        return max(0, self.closings - 1)

    @property
    def closed(self) -> bool:
        """Whether it is held now."""
        return bool(self.trace) and self.trace[-1].closed

    def edge_seen(self, edge: Edge, seen: int) -> Trial:
        """Return the trial after an edge that we received at `seen`."""
        if self.first is None or self._begins(edge):
            return replace(
                self, first=edge.at, trace=(Flip(0, edge.closed),), closings=int(edge.closed), latency=seen - edge.at
            )
        flips = (*self.trace, Flip(edge.at - self.first, edge.closed))
        kept = flips if len(flips) <= LONGEST_TRACE else (*self.trace[:-1], flips[-1])
        return replace(self, trace=kept, closings=self.closings + edge.closed)

    def pressed(self, press: RawPress, seen: int) -> Trial:
        """Return the trial after a press that we received at `seen`; one without edges is timed by itself."""
        counted = replace(self, presses=self.presses + 1, by=press.by)
        if press.by is By.BUTTON or self.first == press.at:
            return counted
        return replace(counted, first=press.at, trace=(), closings=1, latency=seen - press.at)

    def drawn(self) -> tuple[tuple[float, bool], ...]:
        """Return the trace for a drawing: where each edge stands (ms, long rests cut short), and the level after it."""
        points, x, before = [], 0, 0
        for flip in self.trace:
            x += max(0, min(flip.after - before, DRAWN_GAP))
            points.append((x / MS, flip.closed))
            before = flip.after
        return tuple(points)

    def _begins(self, edge: Edge) -> bool:
        last = self.trace[-1] if self.trace else None
        if last is None or self.first is None:
            return True
        return edge.closed and not last.closed and edge.at - self.first - last.after >= REST


@dataclass(frozen=True, slots=True)
class Trials:
    """All buttons, in the order in which they are asked for; one that nobody expected is added behind them."""

    of: Mapping[Target, Trial] = field(default_factory=dict)

    @classmethod
    def for_buttons(cls, targets: Iterable[Target]) -> Trials:
        """Return trials in which nothing was pressed yet."""
        return cls(dict.fromkeys(targets, Trial()))

    def edge_seen(self, edge: Edge, seen: int) -> Trials:
        """Return the trials after an edge."""
        return self._with(edge.target, self.trial(edge.target).edge_seen(edge, seen))

    def pressed(self, press: RawPress, seen: int) -> Trials:
        """Return the trials after a press."""
        return self._with(press.target, self.trial(press.target).pressed(press, seen))

    def trial(self, target: Target) -> Trial:
        """Return what `target` has shown."""
        return self.of.get(target, Trial())

    @property
    def untouched(self) -> tuple[Target, ...]:
        """The buttons that were never pressed."""
        return tuple(target for target, trial in self.of.items() if not trial.presses)

    def _with(self, target: Target, trial: Trial) -> Trials:
        return Trials({**self.of, target: trial})
