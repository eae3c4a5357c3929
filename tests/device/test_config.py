"""The configuration: every mistake is refused with one line that names it, and nothing is required."""

import re
import tomllib
from pathlib import Path

import pytest

from companion.errors import BadConfig
from device.config import CameraConfig, CameraSource, Config, PageConfig, TableConfig, default_data_dir, load, parse
from device.hardware.config import ButtonsConfig, LampsConfig, RaceConfig, SoundConfig, Tongue
from device.hardware.header import SEAT_BUTTONS
from device.hardware.presses.targets import SharedSlot

DOCUMENTATION = Path(__file__).parents[2] / "docs" / "configuration.md"


def documented() -> str:
    """The example file of the documentation."""
    return re.search(r"```toml\n(.*?)```", DOCUMENTATION.read_text(encoding="utf-8"), re.DOTALL).group(1)


def complaint(text: str) -> str:
    """What is said about a configuration file that holds `text`."""
    with pytest.raises(BadConfig) as refusal:
        parse(tomllib.loads(text))
    return str(refusal.value)


def test_without_a_file_it_is_a_table_of_eight_with_the_suggested_wiring():
    config = load(None)

    assert Config() == config
    assert 8 == config.table.seats
    assert SEAT_BUTTONS == config.buttons.seats
    assert {} == config.lamps.seats
    assert (10_000_000, 1_000_000, 100_000_000) == (config.race.settle, config.race.tolerance, config.race.page_lag)
    assert CameraSource.AUTO is config.camera.source
    assert PageConfig("0.0.0.0", 8080) == config.page


def test_an_empty_file_is_the_same_as_none(tmp_path):
    file = tmp_path / "companion.toml"
    file.write_text("")

    assert Config() == load(file)


def test_the_example_of_the_documentation_is_a_configuration(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    file = tmp_path / "companion.toml"
    file.write_text(documented(), encoding="utf-8")

    config = load(file)

    assert TableConfig(4, {1: "red button", 2: "blue button"}) == config.table
    slots = {SharedSlot(1): 5, SharedSlot(2): 6, SharedSlot(3): 13}
    assert ButtonsConfig({1: 4, 2: 17, 3: 27, 4: 22}, confirm=23, undo=24, slots=slots) == config.buttons
    assert LampsConfig({1: 12, 2: 16, 3: 20, 4: 25}, pwm=True, camera=10) == config.lamps
    assert SoundConfig(70, Tongue.EN, voice=True, buzzer=18) == config.sound
    assert RaceConfig(10.0, 1.0, 100.0) == config.race
    assert CameraConfig(CameraSource.AUTO, None, 0, (1280, 720), 50) == config.camera
    assert PageConfig("0.0.0.0", 8080) == config.page
    assert tmp_path / ".local/share/tabletop-companion" == config.data.dir
    assert {"monster-cube": tmp_path / "decks/monster-cube.toml"} == config.decks.files


def test_the_documentation_explains_every_key():
    explained = set(
        re.findall(r"^\| `\[(\w+)\]` \| `(\w+)` \|", DOCUMENTATION.read_text(encoding="utf-8"), re.MULTILINE)
    )
    known = complaint("[buttons]\n9 = 4").split("choose from ")[1].split(", ")
    named = {key for key in known if not key.isdecimal()}
    by_name = {"table": {"seats"}, "lamps": {"pwm", "camera"}, "buttons": named}
    numbered = {"decks"}
    expected = {
        (section, key)
        for section, kind in Config.__dataclass_fields__.items()
        if section not in numbered
        for key in by_name.get(section, getattr(Config(), section).__dataclass_fields__)
    }

    assert expected == explained


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[buttns]\n1 = 4", "unknown section [buttns] - did you mean 'buttons'?"),
        (
            "seats = 4",
            "unknown section [seats] - choose from table, buttons, lamps, sound, race, camera, page, data, decks",
        ),
        (
            "[decks]\nmonster-cub = '~/mine.toml'",
            "unknown key 'monster-cub' in [decks] - did you mean 'monster-cube'?",
        ),
        ("[sound]\nvolum = 4", "unknown key 'volum' in [sound] - did you mean 'volume'?"),
        ("[race]\nsetle_ms = 10", "unknown key 'setle_ms' in [race] - did you mean 'settle_ms'?"),
        (
            "[buttons]\n9 = 4",
            "unknown key '9' in [buttons] - choose from 1, 2, 3, 4, 5, 6, 7, 8, confirm, undo, "
            "slot, seat_slot, grab, encoder, keyboard",
        ),
        ("[buttons]\nconfrim = 4", "unknown key 'confrim' in [buttons] - did you mean 'confirm'?"),
        ("[table.labels]\n9 = 'x'", "unknown key '9' in [table.labels] - choose from 1, 2, 3, 4, 5, 6, 7, 8"),
    ],
)
def test_an_unknown_name_is_answered_with_the_nearest_one(text, said):
    assert said == complaint(text)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("buttons = 3", "[buttons] must be a section, not a whole number: 3"),
        ("[buttons]\n1 = '4'", "[buttons] 1 must be a whole number, not a text: '4'"),
        ("[buttons]\n1 = 4.5", "[buttons] 1 must be a whole number, not a number: 4.5"),
        ("[buttons]\n1 = true", "[buttons] 1 must be a whole number, not true or false: True"),
        ("[buttons]\n1 = [4]", "[buttons] 1 must be a whole number, not a list: [4]"),
        ("[buttons.1]\npin = 4", "[buttons] 1 must be a whole number, not a section"),
        ("[sound]\nvoice = 'yes'", "[sound] voice must be true or false, not a text: 'yes'"),
        ("[lamps]\npwm = 1", "[lamps] pwm must be true or false, not a whole number: 1"),
        ("[race]\nsettle_ms = '10'", "[race] settle_ms must be a number, not a text: '10'"),
        ("[race]\nsettle_ms = true", "[race] settle_ms must be a number, not true or false: True"),
        ("[page]\nhost = 1", "[page] host must be a text, not a whole number: 1"),
        ("[page]\nhost = ' '", "[page] host is empty"),
        ('[table.labels]\n1 = "\\u200b"', "[table.labels] 1 has nothing in it that can be seen"),
        ("[data]\ndir = 1979-05-27", "[data] dir must be a text, not a date or time: datetime.date(1979, 5, 27)"),
        (
            "[camera]\nsize = 720",
            "[camera] size must be a list of width and height, like [1280, 720], not a whole number: 720",
        ),
        ("[camera]\nsize = [1280, 'x']", "the height of [camera] size must be a whole number, not a text: 'x'"),
        ("[camera]\nmains_hz = 55", "[camera] mains_hz must be 50 or 60, not a whole number: 55"),
        (
            "[camera]\ncorners = [[1, 2]]",
            "[camera] corners must be four corners, each like [640, 20], not [[1, 2]]",
        ),
    ],
)
def test_a_wrong_type_is_named(text, said):
    assert said == complaint(text)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[table]\nseats = 0", "[table] seats must be from 1 to 8, not 0"),
        ("[table]\nseats = 9", "[table] seats must be from 1 to 8, not 9"),
        ("[race]\nsettle_ms = 9.9", "[race] settle_ms must be from 10 to 200, not 9.9"),
        ("[race]\nsettle_ms = nan", "[race] settle_ms must be from 10 to 200, not nan"),
        ("[race]\ntolerance_ms = -1", "[race] tolerance_ms must be from 0 to 20, not -1"),
        ("[race]\npage_lag_ms = inf", "[race] page_lag_ms must be from 0 to 1000, not inf"),
        ("[sound]\nvolume = 101", "[sound] volume must be from 0 to 100, not 101"),
        ("[sound]\nspeed = 60", "[sound] speed must be from 80 to 400, not 60"),
        ("[sound]\nlanguage = 'fi'", "[sound] language cannot be 'fi' - did you mean 'fr'?"),
        ("[page]\nport = 65536", "[page] port must be from 0 to 65535, not 65536"),
        ("[camera]\nsize = [100, 720]", "the width of [camera] size must be from 160 to 8192, not 100"),
        ("[camera]\nsource = 'picamra'", "[camera] source cannot be 'picamra' - did you mean 'picamera'?"),
        ("[camera]\nsource = 'folder'", "[camera] source is 'folder', so [camera] path must name the folder"),
    ],
)
def test_a_value_out_of_range_is_refused_with_the_range(text, said):
    assert said == complaint(text)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "[buttons]\n1 = 17\n2 = 17",
            "GPIO 17 is used twice: by the button of seat 1 and by the button of seat 2 - give one of them another pin",
        ),
        (
            "[buttons]\n1 = 17\nundo = 17",
            "GPIO 17 is used twice: by the button of seat 1 and by the undo button - give one of them another pin",
        ),
        (
            "[lamps]\n3 = 4",
            "GPIO 4 is used twice: by the button of seat 1 and by the lamp of seat 3 - give one of them another pin",
        ),
        (
            "[lamps]\ncamera = 23",
            "GPIO 23 is used twice: by the confirm button and by the lamp of the camera - give one of them another pin",
        ),
        (
            "[lamps]\ncamera = 18\n[sound]\nbuzzer = 18",
            "GPIO 18 is used twice: by the lamp of the camera and by the buzzer - give one of them another pin",
        ),
        ("[buttons]\n1 = 28", "[buttons] 1: there is no GPIO 28 to wire - choose from 2 to 27 (BCM numbers)"),
        ("[lamps]\n1 = -3", "[lamps] 1: there is no GPIO -3 to wire - choose from 2 to 27 (BCM numbers)"),
    ],
)
def test_a_wiring_that_cannot_be_is_refused(text, said):
    assert said == complaint(text)


def test_what_is_written_under_buttons_replaces_the_suggestion_as_a_whole():
    config = parse({"buttons": {"2": 17}})

    assert ButtonsConfig({2: 17}, confirm=None, undo=None) == config.buttons


def test_a_camera_folder_may_be_in_the_home_folder(monkeypatch):
    monkeypatch.setenv("HOME", "/home/ada")

    assert Path("/home/ada/dice") == parse({"camera": {"source": "folder", "path": "~/dice"}}).camera.path


@pytest.mark.parametrize(
    ("xdg", "expected"),
    [("/srv/data", "/srv/data/tabletop-companion"), ("", "/home/ada/.local/share/tabletop-companion")],
)
def test_matches_are_kept_where_the_desktop_keeps_data(monkeypatch, xdg, expected):
    monkeypatch.setenv("HOME", "/home/ada")
    monkeypatch.setenv("XDG_DATA_HOME", xdg)

    assert Path(expected) == default_data_dir()


def test_a_file_that_is_not_there_is_named(tmp_path):
    with pytest.raises(BadConfig) as refusal:
        load(tmp_path / "none.toml")

    assert f"there is no configuration file {tmp_path}/none.toml" == str(refusal.value)


def test_a_folder_is_no_configuration(tmp_path):
    with pytest.raises(BadConfig) as refusal:
        load(tmp_path)

    assert f"{tmp_path} is a folder, not a configuration file" == str(refusal.value)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"[buttons\n", "is not TOML: Expected ']' at the end of a table declaration (at line 1, column 9)"),
        (b"\xff\xfe", "is not a text file in UTF-8"),
    ],
)
def test_a_file_that_nobody_can_read_is_named(tmp_path, content, said):
    file = tmp_path / "companion.toml"
    file.write_bytes(content)

    with pytest.raises(BadConfig) as refusal:
        load(file)

    assert f"{file} {said}" == str(refusal.value)


def test_a_mistake_in_a_file_is_told_with_the_name_of_the_file(tmp_path):
    file = tmp_path / "companion.toml"
    file.write_text("[page]\nprt = 80\n")

    with pytest.raises(BadConfig) as refusal:
        load(file)

    assert f"{file}: unknown key 'prt' in [page] - did you mean 'port'?" == str(refusal.value)
