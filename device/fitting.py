"""Fits a table out with what people see and hear: lamps, sound, and the self-test of both."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack

from companion.table import Seat
from companion.texts import Message, plain, say
from device.config import ButtonsConfig, Config, SoundConfig
from device.hardware.gpio import GpioHeader
from device.hardware.header import POSITIONS, Pin
from device.hardware.lamps import Lamps, open_lamps
from device.hardware.presses.arbiter import RawPress
from device.hardware.presses.buttons import Offline
from device.hardware.presses.targets import Control, Target
from device.hardware.sound.opening import open_speaker
from device.hardware.sound.speaker import Speaker
from device.outputs import Outputs
from device.selftest.service import SelfTestService
from device.service import TableService
from web.words import language_for


def fit_out(appliance: TableService, config: Config, pins: GpioHeader, parts: ExitStack, *, simulate: bool) -> SelfTestService:
    """Open lamps and sound, and have them follow the match; whatever is missing is said on the page.

    A simulated table has no lamps, whatever is plugged in, and speaks only where `[sound]` is configured.
    """
    lamps = Lamps({}) if simulate else _lamps(appliance, config, pins, parts)
    silent = simulate and config.sound == SoundConfig()
    speaker = None if silent else _speaker(appliance, config, pins, parts)
    outputs = Outputs(appliance.clock, lamps, speaker, language_for((config.sound.language,)).tell)
    match_service, loop = appliance.match_service, appliance.loop
    match_service.followers += (outputs.follow,)
    match_service.hearers += (outputs.hear,)
    loop.alive = _both(loop.alive, outputs.tend)
    return SelfTestService(
        outputs,
        ask=lambda work: loop.ask(work).result(),
        playing=lambda: _is_playing(appliance),
        version=lambda: appliance.snapshot().version,
        wiring={} if simulate else places(config.buttons),
        virtual=virtual_buttons(config.table.seats) if simulate else (),
    )


def noted(bench: SelfTestService, enqueue: Callable[[RawPress], None]) -> Callable[[RawPress], None]:
    """Return what takes a press from a driver: to the match first, then to the self-test."""

    def press(raw: RawPress) -> None:
        enqueue(raw)
        bench.pressed(raw)

    return press


def pin_name(pin: Pin) -> Message:
    """Return where a wire goes, in the two ways in which people count."""
    return say("GPIO{pin}, position {position} on the header", pin=pin, position=POSITIONS[pin])


def places(buttons: ButtonsConfig) -> dict[Target, Message]:
    """Return where each button is wired: on the header, or as a key of some device."""
    keys = {target: plain(place) for target, place in buttons.wired()}
    return {**keys, **{target: pin_name(pin) for target, pin in buttons.pins()}}


def virtual_buttons(seats: int) -> tuple[Target, ...]:
    """Return the buttons of a simulated table."""
    return (*(Seat(number) for number in range(1, seats + 1)), Control.CONFIRM, Control.UNDO)


def _lamps(appliance: TableService, config: Config, pins: GpioHeader, parts: ExitStack) -> Lamps:
    lamps = open_lamps(config.lamps, pins)
    if isinstance(lamps, Offline):
        appliance.publisher.notice(lamps.why)
        return Lamps({})
    parts.callback(lamps.close)
    return lamps


def _speaker(appliance: TableService, config: Config, pins: GpioHeader, parts: ExitStack) -> Speaker | None:
    speaker = open_speaker(config.sound, config.data.dir, pins, appliance.clock, appliance.publisher)
    if speaker is not None:
        speaker.start()
        parts.callback(speaker.close)
    return speaker


def _both(one: Callable[[], None], other: Callable[[], None]) -> Callable[[], None]:
    def both() -> None:
        one()
        other()

    return both


def _is_playing(appliance: TableService) -> bool:
    match = appliance.snapshot().match
    return match is not None and match.view.result is None
