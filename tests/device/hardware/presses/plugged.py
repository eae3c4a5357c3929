"""Encoders and keyboards that are plugged in, and the table at which people press them, on a fake clock."""

from queue import SimpleQueue

from companion.events import By
from device.hardware.clock import MS, SECOND, FakeClock
from device.hardware.config import KeysConfig
from device.hardware.presses.buttons import ButtonListeners, Buttons
from device.hardware.presses.encoders import Encoders, FoundDevice
from device.hardware.presses.fake_encoders import FakeEncoder, FakePorts
from device.hardware.presses.keycodes import CODES
from device.hardware.presses.targets import Control

TRIGGER, THUMB, TOP = CODES["BTN_TRIGGER"], CODES["BTN_THUMB"], CODES["BTN_TOP"]
KEYS = frozenset(CODES.values())
DRAGON = FoundDevice(
    "/dev/input/event3", "DragonRise Inc.   Generic   USB  Joystick", "usb-1.2/input0", "0079:0006", KEYS
)
KEYBOARD = FoundDevice("/dev/input/event4", "Cheap Keyboard", "usb-1.3/input0", "1a2c:0e24", KEYS)
WANTED = KeysConfig(By.ENCODER, "DragonRise", {1: TRIGGER, 2: THUMB, Control.CONFIRM: TOP}, usb="0079:0006")
TYPED = KeysConfig(By.KEYBOARD, "Cheap Keyboard", {3: CODES["KEY_SPACE"]})


class Table:
    """Encoders and the buttons' judge, worked off every millisecond of a fake clock."""

    def __init__(self, *found, wanted=(WANTED,), plugged=True):
        self.clock = FakeClock(SECOND)
        self.devices = [FakeEncoder(each, self.clock, plugged) for each in found]
        self.ports = FakePorts(self.devices)
        self.presses, self.news, self.said, self.told = [], [], {}, []
        inbox = SimpleQueue()
        self.encoders = Encoders(wanted, self.ports, inbox.put, self.clock)
        self.buttons = Buttons(
            {}, inbox, self.presses.append, self.clock, None, self.encoders, ButtonListeners(self.news.append)
        )
        self.buttons._board = self.encoders._board = self
        self.play(10)

    def notice(self, notice):
        self.said[notice.key] = (notice.level, str(notice.text))
        self.told.append(str(notice.text))

    def withdraw(self, key):
        del self.said[key]

    def play(self, ms, listening=True):
        """Let `ms` milliseconds pass."""
        for _ in range(ms):
            self.clock.advance(MS)
            if listening:
                self.encoders.turn()
            self.buttons.turn()

    def press(self, code, after_ms=1, held_ms=80, device=0):
        at = self.clock.now() + after_ms * MS
        self.devices[device].press(code, at, held_ms * MS)
        return at
