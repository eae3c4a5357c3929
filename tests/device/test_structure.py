"""The parts of a table are made with all that they need, and a folder can be taken in at a glance."""

import ast
from collections import Counter
from importlib.resources import files
from pathlib import Path

DEVICE = Path(str(files("device")))
SOURCES = sorted(DEVICE.rglob("*.py"))
OWN_STATE = {
    "hardware/lamps.py": {"self._led.source", "self._led.value", "self._led.source_delay"},  # how gpiozero is driven
    # the records of the devices belong to the encoders that hold them
    "hardware/presses/encoders.py": {
        f"device.{name}" for name in ("dropped_at", "missing", "notice", "port", "was_open")
    },
}
"""What a module sets on objects that are its own, or of a library."""


def assigned_to_others(source):
    """Yield every attribute that `source` sets on something else than `self`."""
    for node in ast.walk(ast.parse(source)):
        if (
            isinstance(node, ast.Attribute)
            and isinstance(node.ctx, ast.Store)
            and ast.unparse(node.value) not in ("self", "cls")
        ):
            yield ast.unparse(node)


def test_nothing_is_assigned_to_a_part_after_it_was_made():
    found = {
        name: late
        for path in SOURCES
        if (
            late := set(assigned_to_others(path.read_text("utf-8")))
            - OWN_STATE.get(name := path.relative_to(DEVICE).as_posix(), set())
        )
    }

    assert 60 < len(SOURCES)
    assert {} == found


def test_an_assignment_to_another_part_is_seen():
    assert ["loop.alive", "a.b.c"] == list(assigned_to_others("loop.alive = tend\nself.x = 1\na.b.c += (1,)"))


def test_no_folder_has_more_than_18_modules():
    assert [] == [folder for folder, count in Counter(path.parent for path in SOURCES).items() if count > 18]
