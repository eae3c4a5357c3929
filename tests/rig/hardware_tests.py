"""What is tested inside the test machine (hardware.sh): the unmodified drivers on real devices, our own rooms on top.

Each check is a function that raises when something is not as it must be, and returns what it found. All are run.
"""

from __future__ import annotations

import logging
import os
import random
import statistics
import sys
import time
import traceback
from collections.abc import Sequence
from dataclasses import dataclass
from queue import SimpleQueue

from evdev import ecodes

from companion.effects import Lamp
from companion.events import By, Confirmed, Pressed
from device.config import Config
from device.hardware.clock import MS
from device.hardware.config import ButtonsConfig, KeysConfig, LampsConfig
from device.hardware.lamps import open_lamps
from device.hardware.presses.buttons import Buttons, edge_line
from device.hardware.presses.contacts import PARAMS
from device.hardware.presses.panel import Edge
from device.hardware.presses.targets import Control
from tests.rig.hardware_fingers import ENCODER, KEYS
from tests.rig.hardware_table import Hand, Hardware, NoticeRecorder, busy_machine, level_of, wait_until

RACES, SEED = 200, 20
WIRED = {1: 4, 2: 17, 3: 27, 4: 22, 5: 5}
ENCODED = dict(zip((6, 7), KEYS, strict=True))
RACERS = (*WIRED, *ENCODED)
STAMP = MS // 5
"""The kernel stamps an edge at most so long after the finger moved."""

hand = Hand()
CODES = {seat: ecodes.ecodes[key] for seat, key in ENCODED.items()}
ENCODER_CONFIG = KeysConfig(By.ENCODER, "DragonRise Inc. Generic USB Joystick", CODES, usb="0079:0006")
hardware = Hardware(Config(buttons=ButtonsConfig(WIRED, devices=(ENCODER_CONFIG,))))
PIN = {**WIRED, **ENCODED, Control.CONFIRM: hardware.config.buttons.confirm}
"""What a finger presses: the number of a line, or the name of a key."""
SPARE_PIN, HELD_PIN = 19, 21
kept_open = []
"""When the line that was claimed last is given back, lgpio hears of no other any more, until one is claimed again."""


@dataclass(frozen=True)
class Finger:
    """One press of a race: when the contact first closes after the start, and when it flips again (ns)."""

    seat: int
    at: int
    flips: tuple[int, ...] = ()


def a_button_held_at_the_start_counts_after_it_was_let_go() -> str:
    """A button held at the start gives the message "release button 2" and does not count until it was released."""
    inbox, presses, said = SimpleQueue(), [], NoticeRecorder()
    line = edge_line()(8, HELD_PIN, inbox.put, hardware.pins.factory())
    hand.play((HELD_PIN, True, 0))
    buttons = Buttons({8: line}, inbox, presses.append, hardware.clock)
    buttons.start(said)
    assert wait_until(lambda: "button-8-held" in said.said), said.said
    hand.play((HELD_PIN, False, 0))
    assert wait_until(lambda: not said.said), said.said
    time.sleep(0.1)
    assert [] == presses, "a button that was held counted"
    begun, *_ = hand.play((HELD_PIN, True, 0), (HELD_PIN, False, 60 * MS))
    assert wait_until(lambda: presses), "after it was let go it must count"
    assert begun <= presses[0].at <= begun + STAMP, (begun, presses)
    buttons.close()
    return "told, then one press"


def the_header_is_found_and_every_button_opened() -> str:
    """The chip is found by its label, the encoder by its name."""
    hand.plug()
    hardware.open()
    assert wait_until(lambda: not hardware.board.said), hardware.board.said
    return f"chip {hardware.pins.factory().chip} and {ENCODER!r}, {len(PIN)} buttons tried" + "".join(
        press(seat) for seat in PIN
    )


def races_are_settled_in_the_order_of_the_fingers() -> str:
    """Two to four people, some of whose contacts bounce: the order of the verdict is the order of the fingers."""
    return races(RACES // 2, random.Random(SEED))


def races_on_a_busy_machine_are_settled_no_worse() -> str:
    """The same while two other programs want the only processor: verdicts come later, and are the same."""
    with busy_machine(programs=2):
        return races(RACES - RACES // 2, random.Random(SEED + 1))


def races(count: int, chance: random.Random) -> str:
    """Run and judge so many races; return a line of figures."""
    delays, ties = [], 0
    for _ in range(count):
        fingers = drawn_race(chance)
        hardware.edges.clear()
        begun = dict(zip(plan := planned(fingers), hand.play(*plan), strict=True))
        heard = hardware.listener.hear(len(fingers))
        judge(fingers, [event for event, _ in heard], begun)
        delays += [(at - event.at) / MS for event, at in heard]
        ties += sum(bool(event.tied) for event, _ in heard)
        hand.play(*((PIN[finger.seat], False, 0) for finger in fingers))
        until_free(*(finger.seat for finger in fingers))
    assert hardware.listener.heard.empty(), "somebody was heard twice"
    assert 0 == hardware.arbiter.overtaken, "a press came after its verdict"
    assert ties, "no race was close enough to be a tie"
    figures = f"{statistics.median(delays):.1f} ms, at most {max(delays):.1f} ms"
    return f"{count} races, {len(delays)} presses, {ties} of them tied; edge to verdict {figures}"


def drawn_race(chance: random.Random) -> list[Finger]:
    """Return a race, the first finger first; contacts bounce while the others press."""
    fingers, at = [], 0
    for seat in chance.sample(RACERS, chance.randint(2, 4)):
        spread = chance.choice([0.4, 0.8, 1.6, 3.2]) * MS
        bounces = tuple(at + round(spread * part) for part in (0.3, 0.5)) if chance.random() < 0.5 else ()
        fingers.append(Finger(seat, at, bounces))
        at += round(chance.choice([0.3, 0.6, 1.3, 2.5, 5]) * MS)
    return fingers


def planned(fingers: Sequence[Finger]) -> list[tuple[int, bool, int]]:
    """Return what the fingers do, in the order of time."""
    flips = [(PIN[each.seat], n % 2 == 0, at) for each in fingers for n, at in enumerate((each.at, *each.flips))]
    return sorted(flips, key=lambda flip: flip[2])


def judge(fingers: Sequence[Finger], events: Sequence[Pressed], begun: dict[tuple[int, bool, int], int]) -> None:
    """Raise unless everybody came out once, in order, with the kernel's time of his first edge, and tied rightly."""
    order = [finger.seat for finger in fingers]
    assert order == [event.seat for event in events], f"pressed {order}, verdict {events}"
    for finger, event in zip(fingers, events, strict=True):
        touched = begun[PIN[finger.seat], True, finger.at]
        assert touched <= event.at <= touched + STAMP, f"touched {touched}, {event}"
        assert event.at == hardware.edges_of(finger.seat)[0].at, f"{event}, {hardware.edges_of(finger.seat)}"
        near = {other.seat for other in events if indistinguishable(event, other)}
        assert near - {event.seat} == set(event.tied), f"{event} among {events}"


def indistinguishable(one: Pressed, other: Pressed) -> bool:
    """Whether nobody can say who was first: an encoder is asked every 8 ms, a line is exact to the tolerance."""
    later = max(one, other, key=lambda event: event.at)
    return abs(one.at - other.at) <= (8 * MS if later.by is By.ENCODER else hardware.config.race.tolerance)


def a_tap_of_three_milliseconds_counts_and_less_does_not() -> str:
    """A contact of three milliseconds or more is a press, a shorter pulse is interference."""
    lengths = {False: (0.2, 0.5, 1, 1.5, 2, 2.5, 2.7), True: (3.1, 3.5, 4, 5, 8, 20, 80)}
    for counts, each in lengths.items():
        for length in each * 3:
            begun, _ = hand.play((PIN[1], True, 0), (PIN[1], False, round(length * MS)))
            until_free(1)
            heard = [event.at for event, _ in hardware.listener.hear(1)] if counts else []
            assert counts == bool(heard), f"a touch of {length} ms: {heard}"
            assert all(begun <= at <= begun + STAMP for at in heard), (begun, heard)
    assert hardware.listener.heard.empty(), "something counted that was no tap"
    assert "button-1-noise" in hardware.board.said, "nobody was told of the noise"
    return f"from {lengths[True][0]} ms on, not up to {lengths[False][-1]} ms; the noise was told"


def bounces_of_pressing_and_letting_go_are_one_press() -> str:
    """Edges at 0, 1, 2 and 3.5 ms are one press stamped 0; a release bounces; the next press counts."""
    for _ in range(10):
        pressing = [(PIN[2], n % 2 == 0, round(at * MS)) for n, at in enumerate((0, 1, 2, 3.5, 4))]
        letting_go = [(PIN[2], n % 2 == 1, round(at * MS)) for n, at in enumerate((60, 60.5, 61, 62, 63))]
        begun, *_ = hand.play(*pressing, *letting_go)
        (event, _), *_ = hardware.listener.hear(1)
        assert begun <= event.at <= begun + STAMP, (begun, event)
        until_free(2)
    assert hardware.listener.heard.empty(), "a bounce counted as a press"
    return "10 presses that bounce at both ends"


def an_encoder_that_was_unplugged_is_found_again() -> str:
    """The loss is reported, a key that was down then is no press, and afterwards all is as before."""
    hand.play((ENCODED[6], True, 0))
    assert [6] == [event.seat for event, _ in hardware.listener.hear(1)]
    hand.pull()
    assert wait_until(lambda: "encoder-1" in hardware.board.said), hardware.board.said
    wired = press(1)
    hand.plug()
    assert wait_until(lambda: "encoder-1" not in hardware.board.said), hardware.board.said
    time.sleep(0.3)
    assert hardware.listener.heard.empty(), f"a ghost pressed: {hardware.listener.heard.get()}"
    return f"told, found again by its name, no ghost{wired}" + "".join(press(seat) for seat in ENCODED)


def a_handler_that_raises_harms_nobody() -> str:
    """lgpio has one thread for all lines; a handler that raised in there would be the end of every button."""
    called = []

    def failing(edge: Edge) -> None:
        called.append(edge)
        raise MemoryError

    kept_open.append(edge_line()(7, SPARE_PIN, failing, hardware.pins.factory()))
    hand.play((SPARE_PIN, True, 0), (SPARE_PIN, False, 50 * MS))
    assert wait_until(lambda: len(called) == 2), f"called {called}"
    return "raised twice" + "".join(press(seat) for seat in (3, 4))


def a_lamp_shines_on_its_line() -> str:
    """Lamps share the chip with the buttons."""
    lamps = open_lamps(LampsConfig({1: 12, 2: 16}), hardware.pins)
    lines = os.environ["LINES_OF_THE_HEADER"]
    lamps.show({1: Lamp.CALLED})
    assert wait_until(lambda: ("1", "0") == (level_of(lines, 12), level_of(lines, 16)))
    lamps.show({2: Lamp.CALLED})
    assert wait_until(lambda: ("0", "1") == (level_of(lines, 12), level_of(lines, 16)))
    lamps.close()
    return "on, and off" + press(5)


def press(target) -> str:
    """Press and let go; raise unless exactly that is heard. Return nothing to say."""
    begun, _ = hand.play((PIN[target], True, 0), (PIN[target], False, 60 * MS))
    heard = [event for event, _ in hardware.listener.hear(1)]
    assert [target] == [Control.CONFIRM if isinstance(event, Confirmed) else event.seat for event in heard], heard
    assert begun <= heard[0].at <= begun + STAMP, (begun, heard)
    until_free(target)
    return ""


def until_free(*targets) -> None:
    """Wait until the buttons are ready for another press: open for long enough, and the hold-off is over."""
    time.sleep((PARAMS.hold_off + PARAMS.release + 4 * PARAMS.delivery) / 1e9)
    contacts = hardware.buttons._panel._contacts
    assert wait_until(lambda: all(contacts[target].phase.name == "FREE" for target in targets)), contacts


CHECKS = (
    a_button_held_at_the_start_counts_after_it_was_let_go,
    the_header_is_found_and_every_button_opened,
    races_are_settled_in_the_order_of_the_fingers,
    races_on_a_busy_machine_are_settled_no_worse,
    a_tap_of_three_milliseconds_counts_and_less_does_not,
    bounces_of_pressing_and_letting_go_are_one_press,
    an_encoder_that_was_unplugged_is_found_again,
    a_handler_that_raises_harms_nobody,
    a_lamp_shines_on_its_line,
)


def main() -> int:
    """Run every check; return how many failed."""
    logging.disable(logging.CRITICAL)  # the handler that raises would be told of at length
    failures = 0
    for check in CHECKS:
        began, name = time.monotonic(), check.__name__.replace("_", " ")
        try:
            print(f"ok      {name}: {check()} [{time.monotonic() - began:.0f} s]")
        except Exception:  # noqa: BLE001 - every check is run, and each failure is shown
            failures += 1
            print(f"FAILED  {name}\n{traceback.format_exc()}{hardware.board.said}\n{hardware.edges[-20:]}")
    hardware.close()
    print(f"{len(CHECKS) - failures} of {len(CHECKS)} checks hold; {time.monotonic():.0f} s of the machine's time")
    return failures


if __name__ == "__main__":
    sys.exit(min(main(), 1))
