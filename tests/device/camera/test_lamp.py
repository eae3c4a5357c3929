"""Nothing is recorded in the dark: the lamp shines before the camera opens, and goes out after it was closed."""

import pytest
from gpiozero.pins.mock import MockFactory

from companion.texts import say
from device.camera.lamp import BorrowedLamp, DeadLamp, Lit, NoLamp, lit, open_camera_lamp
from device.hardware.config import LampsConfig
from device.hardware.gpio import GpioHeader, PinTrouble
from vision.camera.capture import Capture
from vision.camera.simulated import SimulatedSource, studio_of
from vision.camera.source import CameraTrouble, Steered
from vision.camera.uvc import UvcSettings, UvcSource

TROUBLE = CameraTrouble(say("it is gone"), say("plug it in"))


class Source:
    """A camera that notes what it did into the diary that it shares with its lamp."""

    name, patience_s = say("a camera"), 2.0

    def __init__(self, diary, fails=None):
        self.diary, self.fails = diary, fails

    def open(self):
        self.diary.append("opened")
        if self.fails:
            raise self.fails

    def read(self, timeout_s):
        return "a frame"

    def still(self, after_ns, timeout_s):
        return "a still"

    def steer(self, controls):
        self.diary.append(controls)

    def close(self):
        self.diary.append("closed")


class Lamp:
    def __init__(self, diary, broken=False):
        self.diary, self.broken = diary, broken

    def on(self):
        if self.broken:
            raise OSError("the wire is off")
        self.diary.append("lit")

    def off(self):
        self.diary.append("dark")

    def close(self):
        self.diary.append("given back")


@pytest.fixture
def diary():
    return []


def test_the_lamp_shines_before_the_camera_opens_and_until_it_is_closed(diary):
    camera = Lit(Source(diary), Lamp(diary), diary.append)
    camera.open()
    camera.close()

    assert ["lit", True, "opened", "closed", False, "dark"] == diary


def test_a_camera_that_cannot_be_opened_leaves_the_table_in_the_dark(diary):
    with pytest.raises(CameraTrouble, match="it is gone"):
        Lit(Source(diary, TROUBLE), Lamp(diary), diary.append).open()

    assert ["lit", True, "opened", "closed", False, "dark"] == diary


def test_a_lamp_that_does_not_shine_keeps_the_camera_closed(diary):
    with pytest.raises(CameraTrouble) as refused:
        Lit(Source(diary), Lamp(diary, broken=True), diary.append).open()

    assert "opened" not in diary
    assert str(refused.value.what).startswith("the camera stays closed, because its lamp does not shine: ")
    assert str(refused.value.cure).endswith("or take [lamps] camera out of the configuration")


def test_a_camera_that_cannot_be_closed_stays_lit(diary):
    camera = Lit(Source(diary), Lamp(diary))
    camera.open()
    camera.source.close = lambda: 1 / 0

    with pytest.raises(ZeroDivisionError):
        camera.close()

    assert "dark" not in diary


def test_a_lamp_that_cannot_be_switched_off_is_no_trouble(diary, caplog):
    lamp = Lamp(diary)
    lamp.off = lambda: 1 / 0
    camera = Lit(Source(diary), lamp)
    camera.open()
    camera.close()

    assert ["the lamp of the camera cannot be switched off"] == [record.message for record in caplog.records]


def test_in_every_other_way_it_is_the_camera(diary):
    source = Source(diary)
    camera = Lit(source, NoLamp())
    camera.steer({"Gain": 1})

    assert (source.name, 2.0, "a frame", "a still") == (
        camera.name,
        camera.patience_s,
        camera.read(1.0),
        camera.still(0, 1.0),
    )
    assert [{"Gain": 1}] == diary
    assert isinstance(camera, Steered)


def test_a_lamp_that_was_asked_for_and_cannot_be_had_is_dead_and_not_forgotten(diary):
    def refuse():
        raise PinTrouble(say("this machine has no GPIO header"), say("run on a Raspberry Pi"))

    lamp = open_camera_lamp(LampsConfig(camera=10), GpioHeader(refuse))

    assert isinstance(lamp, DeadLamp)
    with pytest.raises(CameraTrouble, match="its lamp does not shine: this machine has no GPIO header"):
        Lit(Source(diary), lamp).open()
    lamp.off()
    lamp.close()


def test_without_a_lamp_in_the_configuration_no_pin_is_opened():
    def refuse():
        raise AssertionError("nobody asked for pins")

    assert isinstance(open_camera_lamp(LampsConfig(), GpioHeader(refuse)), NoLamp)


def test_on_the_pin_it_is_on_exactly_while_the_camera_is_open(diary):
    factory = MockFactory()
    lamp = open_camera_lamp(LampsConfig(camera=10), GpioHeader(lambda: factory))
    camera, pin = Lit(Source(diary), lamp), factory.pin(10)

    states = [pin.state]
    for step in (camera.open, camera.close, camera.open, camera.close):
        step()
        states.append(pin.state)

    assert [False, True, False, True, False] == states
    lamp.close()


def test_a_self_test_holds_the_pin_only_while_it_shines(diary):
    factory, opened = MockFactory(), []
    borrowed = BorrowedLamp(LampsConfig(camera=10), lambda: opened.append(1) or GpioHeader(lambda: factory))
    camera = Lit(Source(diary), borrowed)
    camera.open()
    shining = factory.pin(10).state
    camera.close()
    camera.close()

    assert (True, [1]) == (shining, opened)
    assert "input" == factory.pin(10).function


def test_what_is_no_camera_gets_no_lamp():
    simulated = SimulatedSource(lambda: 0, studio_of(1, (320, 180)))

    assert simulated is lit(simulated, lambda: 1 / 0)
    assert isinstance(lit(UvcSource(lambda: 0, UvcSettings()), NoLamp), Lit)


def test_while_a_camera_is_opened_again_and_again_the_lamp_goes_with_it(diary):
    camera = Lit(Source(diary, TROUBLE), Lamp(diary))
    tries = []

    def pause(stopping, _seconds):
        tries.append(1)
        if len(tries) == 2:
            stopping.set()

    capture = Capture(camera, lambda: 0, pause=pause)
    capture.start()
    capture._thread.join(20)

    assert ["lit", "opened", "closed", "dark"] == diary[:4]
    assert "dark" == diary[-1]
    assert diary.count("lit") == diary.count("opened") == 2
