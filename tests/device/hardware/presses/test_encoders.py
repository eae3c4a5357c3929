"""USB encoders and keyboards on fake time: every press with the kernel's time, and no ghost when a cable is pulled.

Rows of the list of troubles are named by their id.
"""

import threading
from itertools import pairwise
from queue import SimpleQueue

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.events import By
from companion.service import NoticeLevel
from companion.texts import say
from device.hardware.clock import MS, FakeClock, MonotonicClock
from device.hardware.config import KeysConfig
from device.hardware.presses.arbiter import RawPress
from device.hardware.presses.attendance import Absence, Presence
from device.hardware.presses.encoders import EncoderParams, Encoders, FoundDevice, InputTrouble, choose
from device.hardware.presses.fake_encoders import FakeEncoder, FakePorts
from device.hardware.presses.keycodes import CODES
from device.hardware.presses.panel import Came, ContactPanel, Gone
from device.hardware.presses.targets import Control, SharedSlot
from tests.device.hardware.presses.plugged import DRAGON, KEYBOARD, KEYS, THUMB, TOP, TRIGGER, TYPED, WANTED, Table


def test_a_key_is_a_press_with_the_kernels_time():
    table = Table(DRAGON)

    at = table.press(TRIGGER)
    table.play(20)

    assert [RawPress(1, at, By.ENCODER)] == table.presses


def test_a_keyboard_is_heard_in_the_same_way_and_said_to_be_one():
    table = Table(DRAGON, KEYBOARD, wanted=(WANTED, TYPED))

    at = table.press(CODES["KEY_SPACE"], device=1)
    table.press(THUMB, after_ms=2)
    table.play(20)

    assert [RawPress(3, at, By.KEYBOARD), RawPress(2, at + MS, By.ENCODER)] == table.presses


@pytest.mark.parametrize("held_ms", [1, 8, 500])
def test_c4_every_tap_that_an_encoder_reports_is_one_press_however_short(held_ms):
    table = Table(DRAGON)

    at = table.press(TRIGGER, held_ms=held_ms)
    table.play(600)

    assert [RawPress(1, at, By.ENCODER)] == table.presses


def test_c1_c17_an_encoder_that_bounces_is_pressed_once():
    table = Table(DRAGON)
    at = table.clock.now() + MS
    for flip, ms in enumerate([0, 2, 4, 100, 102, 104]):
        table.devices[0].change(TRIGGER, at + ms * MS, down=flip % 2 == 0)

    table.play(300)

    assert [RawPress(1, at, By.ENCODER)] == table.presses


def test_keys_that_nobody_configured_are_nobodys():
    table = Table(DRAGON)
    table.press(CODES["BTN_BASE6"])
    table.play(50)

    assert [] == table.presses


def test_c10_a_key_that_is_held_while_the_device_is_plugged_in_is_no_press():
    table = Table(DRAGON, plugged=False)
    table.devices[0].change(TRIGGER, table.clock.now(), down=True)
    table.devices[0].plug()

    table.play(5_000)
    assert [] == table.presses
    assert (NoticeLevel.WARNING, "the button of seat 1 is held down and does not count") in table.said.values()

    table.devices[0].change(TRIGGER, table.clock.now(), down=False)
    table.play(100)
    at = table.press(TRIGGER)
    table.play(20)
    assert [RawPress(1, at, By.ENCODER)] == table.presses
    assert {} == table.said


def test_an_unplugged_encoder_is_named_and_found_again_by_its_name():
    table = Table(DRAGON)
    table.devices[0].pull()

    table.play(20)
    assert {"encoder-1": (NoticeLevel.ERROR, "DragonRise is not plugged in")} == table.said

    table.devices[0].found = FoundDevice("/dev/input/event9", DRAGON.name, "usb-1.4/input0", DRAGON.usb, KEYS)
    table.devices[0].plug()
    table.play(5_000)
    at = table.press(TRIGGER)
    table.play(20)

    assert {} == table.said
    assert [RawPress(1, at, By.ENCODER)] == table.presses


def test_the_table_is_told_of_the_loss_with_everything_that_is_known_by_then():
    table = Table(DRAGON)
    at = table.press(TRIGGER)
    table.play(4)
    table.devices[0].pull()
    table.play(20)

    assert [RawPress(1, at, By.ENCODER)] == table.presses
    (came, lost) = table.news
    assert Presence("encoder-1") == came
    assert Absence("encoder-1", say("{name} is not plugged in", name="DragonRise"), frozenset({1, 2}), at) == lost


def test_whoever_judges_notices_a_pulled_cable_himself_when_the_reading_thread_is_busy():
    table = Table(DRAGON)
    table.devices[0].pull()
    before = table.clock.now()

    table.play(30, listening=False)

    assert table.buttons.horizon() is None  # told, and nothing can come from there
    assert table.news[-1].since <= before


def test_as_long_as_nobody_can_look_at_a_key_the_horizon_stands_still():
    panel = ContactPanel({}, 0)
    panel.take(Came(0, "encoder-1", By.ENCODER, {1: False}))
    for ms in range(1, 300):
        panel.turn(ms * MS, lambda target, now=ms: False if now < 50 else None)

    assert panel.horizon < 50 * MS
    panel.take(Gone(300 * MS, "encoder-1", frozenset({1}), say("gone")))
    panel.turn(310 * MS, lambda target: None)
    assert panel.horizon is None
    assert panel.news()[-1].since < 50 * MS


def test_whoever_judges_reads_for_himself_when_the_reading_thread_is_busy():
    table = Table(DRAGON)
    at = table.press(TRIGGER, held_ms=8)

    table.play(100, listening=False)

    assert [RawPress(1, at, By.ENCODER)] == table.presses


def test_a_press_right_after_events_were_dropped_may_have_begun_before_them():
    """Its beginning may be among what was dropped: whoever pressed in between is tied with it."""
    table = Table(DRAGON)
    table.play(20)
    table.press(TRIGGER, held_ms=2)
    table.clock.advance(4 * MS)
    table.devices[0].overflow()
    at = table.press(TRIGGER)
    table.play(300)
    later = table.press(TRIGGER)
    table.play(100)

    assert [RawPress(1, at, By.ENCODER, unsure=40 * MS), RawPress(1, later, By.ENCODER)] == table.presses


def test_events_that_the_kernel_dropped_are_told_and_a_key_that_is_down_then_is_a_lost_press():
    table = Table(DRAGON)
    table.press(TRIGGER, held_ms=3_000)
    table.play(1)
    table.devices[0].overflow()

    table.play(400)
    assert [] == table.presses
    assert {
        "encoder-1-dropped": (
            NoticeLevel.ERROR,
            "DragonRise said more than could be heard; presses may have been lost",
        ),
        "button-1-lost": (
            NoticeLevel.ERROR,
            "the button of seat 1 was pressed, but the moment was lost, so the press does not count",
        ),
    } == table.said

    table.play(12_000)
    assert {} == table.said
    at = table.press(TRIGGER)
    table.play(20)
    assert [RawPress(1, at, By.ENCODER)] == table.presses


def test_a_missing_device_is_looked_for_less_and_less_often():
    looks = []
    table = Table(DRAGON, plugged=False)
    table.ports.found = lambda: looks.append(table.clock.now() // MS) or ()

    table.play(20_000)

    gaps = [later - earlier for earlier, later in pairwise(looks)]
    assert [1000, 2000, 4000, 4000, 4000] == gaps[:5]


@pytest.mark.parametrize(
    ("wanted", "found", "said"),
    [
        (WANTED, [], "DragonRise is not plugged in"),
        (WANTED, [KEYBOARD], "DragonRise is not plugged in"),
        (
            WANTED,
            [FoundDevice("/dev/input/event3", DRAGON.name, "", "0810:0001", KEYS)],
            "what is plugged in as DragonRise is another model: 0810:0001",
        ),
        (
            KeysConfig(By.ENCODER, "DragonRise", {1: TRIGGER}, phys="usb-1.1/input0"),
            [DRAGON],
            "DragonRise is plugged in at another place: usb-1.2/input0",
        ),
        (
            WANTED,
            [FoundDevice("/dev/input/event3", DRAGON.name, "", DRAGON.usb, frozenset({TRIGGER}))],
            "DragonRise has no BTN_THUMB, BTN_TOP",
        ),
        (
            WANTED,
            [DRAGON, FoundDevice("/dev/input/event5", DRAGON.name, "usb-1.4/input0", DRAGON.usb, KEYS)],
            "2 devices call themselves DragonRise",
        ),
    ],
)
def test_c22_a_device_that_is_not_certainly_the_one_is_never_taken_for_it(wanted, found, said):
    with pytest.raises(InputTrouble) as trouble:
        choose(wanted, found)

    assert said == str(trouble.value.what)


def test_two_of_the_same_kind_are_told_apart_by_where_they_are_plugged_in():
    twin = FoundDevice("/dev/input/event5", DRAGON.name, "usb-1.4/input0", DRAGON.usb, KEYS)
    right = KeysConfig(By.ENCODER, "DragonRise", {3: TRIGGER}, phys="usb-1.4/input0")
    left = KeysConfig(By.ENCODER, "DragonRise", {1: TRIGGER}, phys="usb-1.2/input0")
    table = Table(DRAGON, twin, wanted=(left, right))

    at = table.press(TRIGGER, device=1)
    table.press(TRIGGER, after_ms=5, device=0)
    table.play(20)

    assert [RawPress(3, at, By.ENCODER), RawPress(1, at + 4 * MS, By.ENCODER)] == table.presses


def test_an_exact_name_is_preferred_to_one_that_contains_it():
    control = FoundDevice("/dev/input/event5", KEYBOARD.name + " Consumer Control", "", KEYBOARD.usb, KEYS)

    assert KEYBOARD == choose(TYPED, [control, KEYBOARD])


def test_one_encoder_that_is_missing_does_not_silence_the_other():
    table = Table(DRAGON, KEYBOARD, wanted=(WANTED, TYPED))
    table.devices[0].pull()
    table.play(20)

    at = table.press(CODES["KEY_SPACE"], device=1)
    table.play(20)

    assert [RawPress(3, at, By.KEYBOARD)] == table.presses
    assert ["encoder-1"] == list(table.said)


def test_a_machine_without_evdev_says_so_once_for_each_device_and_goes_on():
    table = Table(DRAGON, plugged=False)
    table.ports.trouble = InputTrouble(say("it is not installed"), say("install it"))
    table.play(10_000)

    assert {"encoder-1": (NoticeLevel.WARNING, "it is not installed")} == table.said
    assert 1 == table.told.count("it is not installed")


def test_a_shared_slot_may_be_a_key():
    table = Table(DRAGON, wanted=(KeysConfig(By.ENCODER, "DragonRise", {SharedSlot(2): TOP}),))

    at = table.press(TOP)
    table.play(20)

    assert [RawPress(SharedSlot(2), at, By.ENCODER)] == table.presses


def test_closing_gives_every_device_back_and_may_be_done_twice():
    table = Table(DRAGON)

    table.buttons.close()
    table.buttons.close()

    assert table.encoders.level(1) is None


def test_the_thread_that_reads_can_be_started_and_ended(caplog):
    inbox, said = SimpleQueue(), {}
    encoders = Encoders((WANTED,), FakePorts([FakeEncoder(DRAGON, FakeClock())]), inbox.put, FakeClock())

    encoders.start(Said(said))
    encoders.close()
    encoders.close()

    assert ("encoder-1", {}, []) == (inbox.get(timeout=1).device, said, caplog.records)


class Said:
    """Remembers what is said."""

    def __init__(self, said):
        self.said = said

    def notice(self, notice):
        self.said[notice.key] = str(notice.text)

    def withdraw(self, key):
        del self.said[key]


def test_an_error_that_nobody_expected_is_told_and_not_hidden(caplog):
    news, said, told = SimpleQueue(), {}, threading.Event()

    class Broken(FakePorts):
        """Ports that fail in a way that no driver promised, after a good start."""

        looks = 0

        def found(self):
            self.looks += 1
            if self.looks > 1:
                told.set()
                raise RuntimeError("out of order")
            return ()

    encoders = Encoders((WANTED,), Broken(), news.put, MonotonicClock(), EncoderParams(soon=MS, late=MS))
    encoders.start(Said(said))
    assert told.wait(10)
    encoders._thread.join(10)

    assert {"encoder-1": "the input devices stopped working: out of order"} == said
    assert frozenset({1, 2, Control.CONFIRM}) == news.get(timeout=1).targets
    encoders.close()


fingers = st.lists(
    st.tuples(st.sampled_from([TRIGGER, THUMB, CODES["KEY_SPACE"]]), st.integers(0, 60), st.integers(1, 120)),
    min_size=1,
    max_size=3,
    unique_by=lambda finger: finger[0],
)


@settings(max_examples=40, deadline=None)
@given(fingers, st.tuples(st.integers(0, 2), st.integers(0, 2)), st.integers(0, 120))
def test_a_pulled_cable_invents_no_press_and_loses_none_from_before_the_moment_that_it_names(
    fingers, late_ms, pulled_ms
):
    table = Table(DRAGON, KEYBOARD, wanted=(WANTED, TYPED))
    seats = {TRIGGER: 1, THUMB: 2, CODES["KEY_SPACE"]: 3}
    expected = []
    for code, after_ms, held_ms in fingers:
        on_keyboard = code == CODES["KEY_SPACE"]
        at = table.press(code, after_ms=1 + after_ms, held_ms=held_ms, device=int(on_keyboard))
        expected.append((at, seats[code]))
    for device, late in zip(table.devices, late_ms, strict=True):
        device.delivery = late * MS

    table.play(pulled_ms)
    table.devices[0].pull()
    table.play(400)

    heard = [(press.at, press.target) for press in table.presses]
    lost_from = next(news.since for news in table.news if isinstance(news, Absence))
    assert set(heard) <= set(expected)
    assert len(heard) == len(set(heard))
    # on the keyboard nothing is lost, and on the encoder nothing from before the moment that it names
    assert [press for press in sorted(expected) if press[1] == 3 or press[0] <= lost_from] == [
        press for press in sorted(heard) if press[1] == 3 or press[0] <= lost_from
    ]
