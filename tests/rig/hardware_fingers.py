"""The fingers of the test machine: a process of its own that closes and opens simulated contacts at given times.

A line on standard input is a list of [button, closed, nanoseconds after the start]; the answer is a list of the times
of CLOCK_MONOTONIC just before each change. A button is the number of a line of the header, or the name of a key of the
USB encoder, which is plugged in and pulled out by the words "plug" and "pull". It waits in a tight loop and ahead of
all other programs, so that it keeps its times however busy the machine is: fingers wait for no processor either.
"""

import json
import os
import sys
import time

from evdev import UInput, ecodes

LEAD_NS = 300_000
ENCODER = "DragonRise Inc.   Generic   USB  Joystick"
KEYS = ("BTN_TRIGGER", "BTN_THUMB")


class Encoder:
    """A USB encoder that can be plugged in and pulled out."""

    def __init__(self) -> None:
        self._device = None

    def plug(self) -> None:
        keys = [ecodes.ecodes[key] for key in KEYS]
        self._device = UInput({ecodes.EV_KEY: keys}, name=ENCODER, vendor=0x79, product=0x6, bustype=ecodes.BUS_USB)

    def pull(self) -> None:
        self._device.close()
        self._device = None

    def change(self, key: str, closed: bool) -> None:
        self._device.write(ecodes.EV_KEY, ecodes.ecodes[key], int(closed))
        self._device.syn()


class Fingers:
    """Moves the lines of the simulated header, and the keys of the encoder."""

    def __init__(self, lines: str) -> None:
        self._lines = lines
        self._files: dict[int, int] = {}
        self._encoder = Encoder()

    def obey(self, what) -> list[int]:
        """Do what a line says."""
        match what:
            case "plug":
                self._encoder.plug()
            case "pull":
                self._encoder.pull()
            case list():
                return self.play(what)
        return []

    def play(self, plan: list[tuple[int | str, bool, int]]) -> list[int]:
        """Do as planned and return when each change was begun."""
        for button, _, _ in plan:
            if isinstance(button, int):
                self._file(button)
        begin, times = time.monotonic_ns() + LEAD_NS, []
        for button, closed, after in plan:
            while (now := time.monotonic_ns()) < begin + after:
                pass
            times.append(now)
            self._change(button, closed)
        return times

    def _change(self, button: int | str, closed: bool) -> None:
        if isinstance(button, int):
            os.pwrite(self._file(button), b"pull-down" if closed else b"pull-up", 0)
        else:
            self._encoder.change(button, closed)

    def _file(self, line: int) -> int:
        if line not in self._files:
            self._files[line] = os.open(f"{self._lines}/sim_gpio{line}/pull", os.O_WRONLY)
        return self._files[line]


def main() -> None:
    """Obey every line that comes in."""
    os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(10))
    fingers = Fingers(os.environ["LINES_OF_THE_HEADER"])
    for line in sys.stdin:
        print(json.dumps(fingers.obey(json.loads(line))), flush=True)


if __name__ == "__main__":
    main()
