"""The figures of many outcomes: for each source and kind, and the confusion of values."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from vision.evaluation.measure import PictureOutcome
from vision.evaluation.tiles import MISSED


@dataclass(slots=True)
class Tally:
    """The figures of one source and one kind."""

    photographs: int = 0
    exact: int = 0
    asked: int = 0
    silently_wrong: int = 0
    asked_though_right: int = 0
    milliseconds: list[float] = field(default_factory=list)
    confusion: Counter[tuple[int, int]] = field(default_factory=Counter)

    def add(self, outcome: PictureOutcome) -> None:
        """Count one photograph."""
        self.photographs += 1
        self.exact += outcome.exact
        self.asked += outcome.asked
        self.silently_wrong += outcome.silently_wrong
        self.asked_though_right += outcome.exact and outcome.asked and not outcome.label.must_be_asked
        self.milliseconds.append(outcome.milliseconds)
        self.confusion.update(outcome.pairs)

    @property
    def recall(self) -> float:
        """Share of the dice in view that were read rightly."""
        dice = self.confusion.total()
        return sum(n for (true, seen), n in self.confusion.items() if true == seen) / dice if dice else 1.0

    def to_json(self) -> dict[str, Any]:
        """Return the figures as plain values."""
        times = self.milliseconds or [0.0]
        return {
            "photographs": self.photographs,
            "exact": self.exact,
            "asked": self.asked,
            "silently_wrong": self.silently_wrong,
            "asked_though_right": self.asked_though_right,
            "dice": self.confusion.total(),
            "recall": round(self.recall, 4),
            "ms_median": round(float(np.median(times)), 1),
            "ms_p95": round(float(np.percentile(times, 95)), 1),
            "confusion": {f"{true}>{seen}": n for (true, seen), n in sorted(self.confusion.items())},
        }


def tallies(outcomes: Sequence[PictureOutcome]) -> dict[tuple[str, str], Tally]:
    """Return the figures for each source and kind, and for all of them together."""
    table: dict[tuple[str, str], Tally] = {}
    for outcome in outcomes:
        for key in ((outcome.label.source, outcome.label.kind), ("all", outcome.label.kind), ("all", "all")):
            table.setdefault(key, Tally()).add(outcome)
    return dict(sorted(table.items(), key=lambda item: (item[0][0] == "all", item[0][1] == "all", item[0])))


def as_table(table: dict[tuple[str, str], Tally]) -> str:
    """Return the figures as text, one line a source and kind, and the confusion of values below."""
    lines = [
        f"{'source':<28}{'kind':<19}{'n':>5}{'exact':>7}{'%':>7}{'asked':>7}{'silent':>8}{'asked, right':>14}"
        f"{'recall':>8}{'ms':>8}{'p95':>8}"
    ]
    for (source, kind), tally in table.items():
        j = tally.to_json()
        share = 100 * j["exact"] / j["photographs"]
        lines.append(
            f"{source:<28}{kind[:18]:<19}{j['photographs']:>5}{j['exact']:>7}{share:>7.1f}"
            f"{j['asked']:>7}{j['silently_wrong']:>8}{j['asked_though_right']:>14}"
            f"{j['recall']:>8.3f}{j['ms_median']:>8.1f}{j['ms_p95']:>8.1f}"
        )
    whole = table.get(("all", "all"))
    return "\n".join([*lines, "", *_confusion_lines(whole.confusion)]) if whole else "nothing to read"


def _confusion_lines(confusion: Counter[tuple[int, int]]) -> list[str]:
    """Return the table true value by seen value."""
    values = range(1, max([6, *(value for pair in confusion for value in pair)]) + 1)
    head = "true \\ seen" + "".join(f"{seen or 'none':>7}" for seen in (*values, MISSED))
    rows = [f"{true:>11}" + "".join(f"{confusion[true, seen]:>7}" for seen in (*values, MISSED)) for true in values]
    return [head, *rows]
