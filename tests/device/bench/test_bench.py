"""The performance table: what it counts, and one small run of the real thing."""

import json

import pytest
from click.testing import CliRunner

from device.bench.table import BenchFailed, Figures, Spread
from device.cli import main
from device.commands.bench import table
from device.hardware.clock import MS

FAST = {name: Spread(100, 11.0, 20.0, 30.0) for name in ("disk", "decision", "lamp", "page")}


def figures(overtaken=0, lost=0, **slow):
    return Figures("a machine", (0.1, 0.2), 100, 32, 5.0, 10.0, overtaken, lost, {**FAST, **slow})


def spread(p99):
    return Spread(100, 11.0, p99, 200.0)


@pytest.mark.parametrize(
    ("times", "p50", "p99"),
    [
        ([1], 1, 1),
        ([3, 1, 2], 2, 3),
        (range(1, 101), 50, 99),
        (range(1, 201), 100, 198),
        (range(100, 0, -1), 50, 99),
    ],
)
def test_half_and_99_of_100_are_no_longer_than(times, p50, p99):
    assert (p50, p99) == (Spread.of([each * MS for each in times]).p50, Spread.of([each * MS for each in times]).p99)


def test_nothing_measured_is_no_answer():
    with pytest.raises(BenchFailed, match="nothing was measured"):
        Spread.of([])


@pytest.mark.parametrize(
    ("what", "good"),
    [
        (figures(), True),
        (figures(lamp=spread(35.0)), True),
        (figures(lamp=spread(35.1)), False),
        (figures(page=spread(60.0)), True),
        (figures(page=spread(60.1)), False),
        (figures(overtaken=1), False),
        (figures(lost=1), False),
    ],
)
def test_the_goals(what, good):
    assert good is what.good


def test_whatever_is_not_as_it_should_be_is_said():
    said = list(table(figures(overtaken=2, lost=3, lamp=spread(99.0), disk=spread(40.0))))

    assert "MISSED 35" in next(line for line in said if line.startswith("edge -> lamp"))
    assert "<= 60" in next(line for line in said if line.startswith("edge -> page"))
    assert [
        "2 presses came after a later one was judged: raise settle_ms in [race]",
        "3 presses did not count: this machine is too busy",
        "the disk is slow: nothing counts before it is written, so every verdict waits for it",
    ] == said[-3:]


def test_a_small_run_measures_every_press_on_every_page():
    told = CliRunner().invoke(main, ["bench", "--presses", "3", "--pages", "2", "--json"])
    shown = json.loads(told.stdout)

    assert told.exit_code == (not shown["good"])
    assert shown["lost"] + shown["spreads"]["decision"]["count"] == 3
    assert shown["spreads"]["page"]["count"] == 2 * shown["spreads"]["decision"]["count"]
    assert 11 <= shown["spreads"]["decision"]["p50"]
