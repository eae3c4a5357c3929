"""The lamps in the call buttons: what a referee wants shown, as patterns that the eye tells apart.

    lit by the referee --a press is refused--> REFUSED, for a moment --> lit by the referee
                       --nothing happens for minutes--> ASLEEP --anything happens--> lit by the referee

A pattern is data. Lamps that cannot be dimmed (`pwm = false`) get the pattern that comes nearest. There is no clock in
here: the loop tells the time (`tend`).
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from itertools import cycle
from math import cos, pi
from threading import Lock
from typing import Any, Protocol, TypeAlias

from companion.effects import Lamp
from companion.service import Level
from companion.table import Seat
from companion.texts import say
from device.hardware.clock import MS, SECOND
from device.hardware.config import LampsConfig
from device.hardware.gpio import GpioHeader, PinTrouble, shut, trouble_of
from device.hardware.header import Pin
from device.hardware.presses.buttons import Offline

log = logging.getLogger(__name__)

KEY = "lamps"
"""The key of the notice that says that there are no lamps."""

ASLEEP_AFTER = 5 * 60 * SECOND
"""People who only think about their next move are back sooner."""
REFUSED_FOR = 450 * MS
"""As long as the pattern lasts."""


class Idle(StrEnum):
    """What a lamp shows that no referee asks for."""

    ASLEEP = "asleep"
    """Nothing has happened for minutes; the table is on, and waits."""


Glow: TypeAlias = "Lamp | Idle"


@dataclass(frozen=True, slots=True)
class Steady:
    """Shine with the same brightness, 0 to 1."""

    brightness: float


@dataclass(frozen=True, slots=True)
class Blink:
    """Go on and off, for ever or so many `times`."""

    on_s: float
    off_s: float
    times: int | None = None


@dataclass(frozen=True, slots=True)
class Breath:
    """Breathe, up to the brightness `peak`."""

    rise_s: float
    fall_s: float
    peak: float = 1.0


Pattern: TypeAlias = "Steady | Blink | Breath"

PATTERNS: Mapping[Glow, Pattern] = {
    Lamp.OFF: Steady(0),
    Lamp.ARMED: Steady(0.25),
    Lamp.FIRST: Blink(0.3, 0.1),
    Lamp.CALLED: Steady(1),
    Lamp.TURN: Breath(0.8, 0.8),
    Lamp.HURRY: Blink(0.15, 0.15),
    Lamp.REFUSED: Blink(0.05, 0.1, times=3),
    Idle.ASLEEP: Breath(3.0, 4.0, peak=0.08),
}

UNDIMMED: Mapping[Glow, Pattern] = {
    **PATTERNS,
    Lamp.ARMED: Blink(0.1, 1.9),
    Lamp.TURN: Blink(0.8, 0.8),
    Idle.ASLEEP: Blink(0.05, 9.95),
}
"""The same for lamps that are either on or off."""


class LampOutput(Protocol):
    """One lamp."""

    def show(self, pattern: Pattern) -> None:
        """Show `pattern` until the next one."""

    def close(self) -> None:
        """Go dark and give the pin back."""


@dataclass(frozen=True, slots=True)
class Flash:
    """Something that a lamp shows in between."""

    lamp: Lamp
    until: int


class Lamps:
    """The lamps of all seats that have one. The null peer is `Lamps({})`. Any thread may call it."""

    def __init__(self, lights: Mapping[Seat, LampOutput], patterns: Mapping[Glow, Pattern] = PATTERNS) -> None:
        self._lights = dict(lights)
        self._patterns = patterns
        self._wanted: dict[Seat, Lamp] = {}
        self._flashes: dict[Seat, Flash] = {}
        self._shown: dict[Seat, Glow] = {}
        self._stirred: int | None = None
        self._asleep = False
        self._lock = Lock()

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats that have a lamp."""
        return tuple(self._lights)

    def show(self, lamps: Mapping[Seat, Lamp]) -> None:
        """Show `lamps`; seats that are not named go dark, and a lamp that does not change is not touched."""
        with self._lock:
            for seat in self._lights:
                lamp = lamps.get(seat, Lamp.OFF)
                if self._wanted.get(seat) is not lamp:
                    self._wanted[seat] = lamp
                    self._flashes.pop(seat, None)  # what lasts has changed: that is news
            self._refresh()

    def flash(self, seat: Seat, lamp: Lamp, until: int) -> None:
        """Show `lamp` at `seat` in between, until the time `until` (ns) or until the referee wants something new."""
        with self._lock:
            self._flashes[seat] = Flash(lamp, until)
            self._shown.pop(seat, None)  # it begins anew, also when it is shown already
            self._refresh()

    def stir(self, now: int) -> None:
        """Note that something happened; lamps that sleep wake up at the next `tend`."""
        self._stirred = now

    def tend(self, now: int) -> None:
        """End what was shown in between, fall asleep, and wake up, as it is time to."""
        with self._lock:
            if self._stirred is None:
                self._stirred = now
            self._flashes = {seat: flash for seat, flash in self._flashes.items() if flash.until > now}
            self._asleep = now - self._stirred >= ASLEEP_AFTER
            self._refresh()

    def close(self) -> None:
        """Go dark and give the pins back; may be called twice."""
        with self._lock:
            lights, self._lights = self._lights, {}
        for light in lights.values():
            shut(light)

    def _refresh(self) -> None:
        for seat in self._lights:
            glow = self._glow(seat)
            if self._shown.get(seat) is not glow:
                self._shown[seat] = glow
                self._show_one(seat, glow)

    def _glow(self, seat: Seat) -> Glow:
        if seat in self._flashes:
            return self._flashes[seat].lamp
        return Idle.ASLEEP if self._asleep else self._wanted.get(seat, Lamp.OFF)

    def _show_one(self, seat: Seat, glow: Glow) -> None:
        try:
            self._lights[seat].show(self._patterns[glow])
        except Exception:  # a lamp is no reason to stop a game
            log.exception("the lamp of seat %d cannot be switched", seat)


def open_lamps(config: LampsConfig, pins: GpioHeader) -> Lamps | Offline:
    """Open the lamps that `config` names, dark; without pins, say why there are none."""
    if not config.seats:
        return Lamps({})
    lights: dict[Seat, LampOutput] = {}
    try:
        factory = pins.factory()
        for seat, pin in config.seats.items():
            lights[seat] = _opened(seat, pin, config.pwm, factory)
    except PinTrouble as trouble:
        for light in lights.values():
            shut(light)
        return Offline(trouble.notice(KEY, Level.WARNING))
    lamps = Lamps(lights, PATTERNS if config.pwm else UNDIMMED)
    lamps.show({})
    return lamps


def _opened(seat: Seat, pin: Pin, pwm: bool, factory: Any) -> LampOutput:  # noqa: ANN401 - gpiozero has no types
    try:
        return PinLight(pin, pwm, factory)
    except Exception as error:
        raise trouble_of(error, say("the lamp of seat {seat} (GPIO {pin})", seat=seat, pin=pin)) from error


BREATH_STEP_S = 0.05
"""Between two changes of a dim breath: slow enough to cost nothing, fast enough to look smooth."""


class PinLight:
    """A lamp on a pin of the header, through gpiozero."""

    def __init__(self, pin: Pin, pwm: bool, factory: Any) -> None:  # noqa: ANN401 - gpiozero has no types
        from gpiozero import LED, PWMLED

        self._led = (PWMLED if pwm else LED)(int(pin), pin_factory=factory)

    def show(self, pattern: Pattern) -> None:
        """Show `pattern` until the next one."""
        self._led.source = None
        match pattern:
            case Steady(brightness):
                self._led.value = brightness
            case Blink(on_s, off_s, times):
                self._led.blink(on_s, off_s, n=times)
            case Breath(rise_s, fall_s, peak) if peak == 1.0:
                self._led.pulse(rise_s, fall_s)
            case Breath():  # gpiozero's own pulse always rises to full brightness
                self._led.off()
                self._led.source_delay = BREATH_STEP_S
                self._led.source = cycle(breath(pattern))

    def close(self) -> None:
        """Go dark and give the pin back."""
        self._led.close()


def breath(pulse: Breath, step_s: float = BREATH_STEP_S) -> tuple[float, ...]:
    """Return the brightness of one breath, step by step: it begins and ends in the dark."""
    return tuple(_swell(pulse.rise_s, pulse.peak, step_s)) + tuple(_swell(pulse.fall_s, pulse.peak, step_s))[::-1]


def _swell(seconds: float, peak: float, step_s: float) -> Iterator[float]:
    steps = max(1, round(seconds / step_s))
    for step in range(steps):
        yield peak * (1 - cos(pi * step / steps)) / 2
