"""The lamps in the call buttons: what a referee wants shown, as patterns that the eye tells apart.

A pattern is data. Lamps that cannot be dimmed (`pwm = false`) get the pattern that comes nearest.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

from companion.effects import Lamp
from companion.table import Seat
from companion.texts import say
from device.board import Board, PinTrouble, shut, trouble_of
from device.buttons import Offline
from device.config import LampsConfig
from device.wiring import Pin
from web.desk import Level

log = logging.getLogger(__name__)

KEY = "lamps"
"""The key of the notice that says that there are no lamps."""


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
class Pulse:
    """Breathe."""

    rise_s: float
    fall_s: float


Pattern: TypeAlias = "Steady | Blink | Pulse"

PATTERNS: Mapping[Lamp, Pattern] = {
    Lamp.OFF: Steady(0),
    Lamp.ARMED: Steady(0.25),
    Lamp.FIRST: Blink(0.3, 0.1),
    Lamp.CALLED: Steady(1),
    Lamp.TURN: Pulse(0.8, 0.8),
    Lamp.HURRY: Blink(0.15, 0.15),
    Lamp.REFUSED: Blink(0.05, 0.1, times=3),
}

UNDIMMED: Mapping[Lamp, Pattern] = {
    **PATTERNS,
    Lamp.ARMED: Blink(0.1, 1.9),
    Lamp.TURN: Blink(0.8, 0.8),
}
"""The same for lamps that are either on or off."""


class Light(Protocol):
    """One lamp."""

    def show(self, pattern: Pattern) -> None:
        """Show `pattern` until the next one."""

    def close(self) -> None:
        """Go dark and give the pin back."""


class Lamps:
    """The lamps of all seats that have one. The null peer is `Lamps({})`."""

    def __init__(self, lights: Mapping[Seat, Light], patterns: Mapping[Lamp, Pattern] = PATTERNS) -> None:
        self._lights = dict(lights)
        self._patterns = patterns
        self._shown: dict[Seat, Lamp] = {}

    def show(self, lamps: Mapping[Seat, Lamp]) -> None:
        """Show `lamps`; seats that are not named go dark, and a lamp that does not change is not touched."""
        for seat in self._lights:
            lamp = lamps.get(seat, Lamp.OFF)
            if self._shown.get(seat) is not lamp:
                self._shown[seat] = lamp
                self._show_one(seat, lamp)

    def close(self) -> None:
        """Go dark and give the pins back; may be called twice."""
        lights, self._lights = self._lights, {}
        for light in lights.values():
            shut(light)

    def _show_one(self, seat: Seat, lamp: Lamp) -> None:
        try:
            self._lights[seat].show(self._patterns[lamp])
        except Exception:  # a lamp is no reason to stop a game
            log.exception("the lamp of seat %d cannot be switched", seat)


def open_lamps(config: LampsConfig, pins: Board) -> Lamps | Offline:
    """Open the lamps that `config` names, dark; without pins, say why there are none."""
    if not config.seats:
        return Lamps({})
    lights: dict[Seat, Light] = {}
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


def _opened(seat: Seat, pin: Pin, pwm: bool, factory: Any) -> Light:  # noqa: ANN401 - gpiozero has no types
    try:
        return PinLight(pin, pwm, factory)
    except Exception as error:
        raise trouble_of(error, say("the lamp of seat {seat} (GPIO {pin})", seat=seat, pin=pin)) from error


class PinLight:
    """A lamp on a pin of the header, through gpiozero."""

    def __init__(self, pin: Pin, pwm: bool, factory: Any) -> None:  # noqa: ANN401 - gpiozero has no types
        from gpiozero import LED, PWMLED

        self._led = (PWMLED if pwm else LED)(int(pin), pin_factory=factory)

    def show(self, pattern: Pattern) -> None:
        """Show `pattern` until the next one."""
        match pattern:
            case Steady(brightness):
                self._led.value = brightness
            case Blink(on_s, off_s, times):
                self._led.blink(on_s, off_s, n=times)
            case Pulse(rise_s, fall_s):
                self._led.pulse(rise_s, fall_s)

    def close(self) -> None:
        """Go dark and give the pin back."""
        self._led.close()
