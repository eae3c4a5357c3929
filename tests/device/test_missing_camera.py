"""A real table without its camera: the reason is said, nothing is drawn, and the camera is taken when it comes."""

from contextlib import ExitStack

import pytest

from companion.events import Confirmed
from companion.store import FILE
from companion.texts import say
from device.camera.working_camera import WorkingCamera
from device.composition import RunOptions, compose
from device.config import CameraConfig, CameraSource, Config, DataConfig
from device.hardware.clock import FakeClock
from device.hardware.config import SoundConfig
from device.hardware.gpio import GpioHeader, PinTrouble
from device.simulation.bare_computer import Surroundings
from tests.matches import PLAYERS
from tests.vision.camera.fakes import PATIENT_S
from vision.camera.capture import CaptureState
from vision.camera.choose import Probe
from vision.camera.source import CameraTrouble

BROKEN = CameraTrouble(say("picamera2 cannot be imported (no libcamera)"), say("install it again"))


def no_pins():
    raise PinTrouble(say("this machine has no GPIO header"), say("run on a Raspberry Pi"))


class Tables:
    """Tables of one data folder, one after the other, put together and not started."""

    def __init__(self, folder):
        self.folder, self.devices = folder / "data", folder / "dev"
        self.devices.mkdir()
        self.parts = ExitStack()
        self.found = Probe((), ())

    def open(self, *, simulate=False, source=CameraSource.AUTO, **environment):
        config = Config(sound=SoundConfig(volume=0), camera=CameraConfig(source), data=DataConfig(self.folder))
        table = compose(
            config,
            RunOptions(simulate=simulate, seed=7),
            self.parts,
            clock=FakeClock(),
            header=GpioHeader(no_pins),
            surroundings=Surroundings(environment, self.devices, lambda: self.found),
        )
        self.parts.callback(table.readings.close)
        return table

    def close(self):
        self.parts.close()


@pytest.fixture
def tables(tmp_path):
    tables = Tables(tmp_path)
    yield tables
    tables.close()


def stalled(table, tables):
    """Start the camera, which is not there, and wait until that is known."""
    capture = table.camera.capture
    capture.start()
    tables.parts.callback(capture.stop)
    for _ in range(int(PATIENT_S * 100)):
        if capture.health().state is CaptureState.STALLED:
            break
        capture.wait_newer(0, 0.01)
    return capture.health()


def test_a_bare_computer_gets_a_simulated_table_that_says_so(tables):
    snapshot = tables.open().service.snapshot()

    assert snapshot.simulated
    assert "so the table is simulated" in str([str(each.text) for each in snapshot.notices])


def test_under_the_service_a_missing_camera_never_becomes_a_simulated_table(tables):
    table = tables.open(NOTIFY_SOCKET="/run/systemd/notify")

    assert not table.service.snapshot().simulated


def test_wired_buttons_with_a_broken_picamera2_never_get_a_simulated_table(tables):
    tables.found = Probe((), (), BROKEN, pi_broken=True)
    (tables.devices / "gpiochip0").touch()
    table = tables.open()
    health = stalled(table, tables)
    table.loop.turn()

    texts = [str(each.text) for each in table.service.snapshot().notices]
    assert not table.service.snapshot().simulated
    assert not table.service.snapshot().live
    assert "picamera2 cannot be imported (no libcamera)" in str(health.what)
    assert str(health.what) in texts


def test_the_confirm_button_without_a_camera_offers_typing_and_reads_nothing(tables):
    (tables.devices / "gpiochip0").touch()
    table = tables.open()
    stalled(table, tables)
    table.match_service.start("cubo", PLAYERS, {}, 7)
    said = []
    table.match_service.announce = lambda effects: said.extend(effects)

    assert table.readings.confirm(table.match_service).accepted
    table.readings.close()  # waits for what is being read
    table.loop.turn()

    assert ["type what lies there by hand" in str(each.what) for each in said] == [True]
    assert [] == [each for each in table.match_service.store.events(1) if isinstance(each, Confirmed)]
    assert 1 == len(table.match_service.store.events(1))


def test_a_camera_that_was_let_go_offers_typing_as_well(tables):
    (tables.devices / "gpiochip0").touch()
    table = tables.open()

    with pytest.raises(CameraTrouble, match="is closed: type what lies there by hand"):
        WorkingCamera(table.camera.capture).still(0, 1.0)


@pytest.mark.parametrize(
    ("first", "then", "why"),
    [
        (False, True, "match 1 is played with real dice: it does not go on with drawn ones, but at the real table"),
        (True, False, "match 1 is played on the simulated table, with drawn dice: it goes on only with --simulate"),
    ],
)
def test_real_and_drawn_dice_are_never_mixed_in_one_match(tables, first, then, why):
    (tables.devices / "gpiochip0").touch()
    tables.open(simulate=first).match_service.start("cubo", PLAYERS, {}, 7)
    tables.close()

    table = tables.open(simulate=then)
    table.match_service.resume()
    notices = [str(each.text) for each in table.service.snapshot().notices]
    assert (None, True) == (table.match_service.match, why in notices)
    undone = table.match_service.undo()
    assert (False, why) == (undone.accepted, str(undone.why))
    tables.close()

    again = tables.open(simulate=first)
    again.match_service.resume()
    assert again.match_service.match is not None


def test_a_match_of_before_that_mark_counts_as_played_with_real_dice(tables):
    import sqlite3

    (tables.devices / "gpiochip0").touch()
    tables.open().match_service.start("cubo", PLAYERS, {}, 7)
    tables.close()
    with sqlite3.connect(tables.folder / FILE) as db:
        db.execute("UPDATE events SET line = replace(line, ', \"simulated\": false', '')")
        db.execute("UPDATE events SET line = replace(line, ',\"simulated\":false', '')")
        ((line,),) = db.execute("SELECT line FROM events").fetchall()
    assert "simulated" not in line

    table = tables.open(simulate=True)
    table.match_service.resume()
    assert table.match_service.match is None
