"""A learnt wiring goes into the file, and everything else stays as people wrote it."""

import errno
import os
import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import BadConfig
from companion.events import By
from device.config import load, save_buttons, with_buttons
from device.hardware.config import ButtonsConfig, KeysConfig

NEW = ButtonsConfig({1: 5}, None, 6, devices=(KeysConfig(By.ENCODER, "DragonRise", {2: 289}),))

FILE = """# our table

[table]
seats = 4   # big one

# the old wiring
[buttons]
1 = 4
# a spare one
2 = 17

[[buttons.encoder]]
name = "old"
3 = 288

# lamps of the club
[lamps]
1 = 12

[camera]
corners = [
  [1, 2],
  [3, 4],
  [5, 6],
  [7, 8],
]
"""

CHANGED = """# our table

[table]
seats = 4   # big one

[buttons]
1 = 5
undo = 6

[[buttons.encoder]]
name = "DragonRise"
2 = "BTN_THUMB"

# lamps of the club
[lamps]
1 = 12

[camera]
corners = [
  [1, 2],
  [3, 4],
  [5, 6],
  [7, 8],
]
"""


def test_only_the_section_changes():
    assert CHANGED == with_buttons(FILE, NEW)


def test_a_file_without_the_section_gets_it_at_the_end():
    assert "[table]\nseats = 2\n\n[buttons]\n1 = 5\n" == with_buttons(
        "[table]\nseats = 2\n", ButtonsConfig({1: 5}, None, None)
    )


def test_an_empty_file_gets_nothing_else():
    assert "[buttons]\n1 = 5\n" == with_buttons("", ButtonsConfig({1: 5}, None, None))


@pytest.mark.parametrize("text", ["buttons = { 1 = 4 }\n", "buttons.1 = 4\n", "[table\n"])
def test_a_file_that_is_written_in_an_unusual_way_is_left_alone(text):
    with pytest.raises(BadConfig, match="put the section into it by hand"):
        with_buttons(text, NEW)


def test_a_pin_that_a_lamp_uses_is_refused_before_anything_is_written(tmp_path):
    file = tmp_path / "companion.toml"
    file.write_text("[lamps]\n1 = 5\n")

    with pytest.raises(BadConfig, match="GPIO 5 is used twice"):
        save_buttons(file, NEW)
    assert "[lamps]\n1 = 5\n" == file.read_text()


def test_the_file_keeps_its_permissions_and_a_link_stays_a_link(tmp_path):
    file, link = tmp_path / "real.toml", tmp_path / "companion.toml"
    file.write_text(FILE)
    file.chmod(0o640)
    link.symlink_to(file)

    save_buttons(link, NEW)

    assert (NEW, 0o640, True) == (load(link).buttons, file.stat().st_mode & 0o777, link.is_symlink())
    assert {"companion.toml", "real.toml"} == {path.name for path in tmp_path.iterdir()}


@pytest.mark.parametrize("step", ["fsync", "replace"])
def test_f11_a_power_cut_leaves_the_old_file(tmp_path, monkeypatch, step):
    file = tmp_path / "companion.toml"
    file.write_text(FILE)

    def cut(*_):
        raise OSError(errno.EIO, "power cut")

    monkeypatch.setattr(os if step == "fsync" else Path, step, cut)
    with pytest.raises(BadConfig, match="cannot write the configuration .*: power cut"):
        save_buttons(file, NEW)

    assert FILE == file.read_text()


comments = st.text(st.characters(codec="utf-8", exclude_categories=["C", "Z"]), max_size=10)


@given(st.permutations(["table", "buttons", "lamps", "race"]), comments)
def test_wherever_the_section_stands_the_rest_stays(order, comment):
    bodies = {"table": "seats = 3", "buttons": "1 = 4", "lamps": "1 = 12", "race": "settle_ms = 12"}
    text = "\n".join(f"# {comment}\n[{name}]\n{bodies[name]}\n" for name in order)

    new = tomllib.loads(with_buttons(text, NEW))

    assert tomllib.loads(text) | {"buttons": 0} == new | {"buttons": 0}
    assert order == list(new)
