"""Puts an appliance together from its configuration, starts it, and takes it apart again in the right order."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from companion.lock import DataLock
from companion.service import Level, Notice
from companion.store import Store
from device.camera.corners import Corners
from device.camera.handover import Handover
from device.camera.lamp import lit, open_camera_lamp
from device.camera.photo_finish import PhotoFinish
from device.camera.table_memory import TableMemory
from device.camera.table_monitor import TableMonitor, TableMonitorParams
from device.camera.zone_reader import ZoneReader
from device.config import CameraSource, Config
from device.fitting import fit_out, noted, places
from device.hardware.clock import Clock, MonotonicClock
from device.hardware.gpio import GpioHeader
from device.hardware.presses.arbiter import Arbiter
from device.hardware.presses.buttons import KEY as BUTTONS
from device.hardware.presses.buttons import Attend, Buttons, Offline, open_buttons
from device.inputs import Inputs
from device.loop import Loop
from device.match_service import MatchService
from device.notify import WATCHDOG, notify
from device.pairing.service import attended
from device.publisher import StatePublisher
from device.selftest.service import SelfTestService
from device.service import TableService
from device.simulation.table import VirtualTable
from vision.camera.capture import Capture
from vision.camera.choose import SourceKind, SourceSettings, is_camera, open_source
from vision.camera.simulated import SimulatedSource
from vision.camera.source import CameraTrouble, Source

CAMERA = "camera"
"""The key of the notice about the camera."""


@dataclass(frozen=True, slots=True)
class RunOptions:
    """What the command line asks for, beyond the configuration."""

    simulate: bool = False
    """Play on the simulated table, whatever is plugged in."""
    seed: int | None = None
    """Chance that can be repeated, for the simulated table and its matches."""
    config_file: Path | None = None
    """Where the configuration was read: what is learnt is written there."""


@contextmanager
def running(config: Config, wish: RunOptions, clock: Clock | None = None) -> Iterator[TableService]:
    """Run the appliance until the context ends.

    Raises:
        AlreadyRunning: another companion keeps the data folder.
        JournalError: the journal cannot be opened.

    """
    clock = clock or MonotonicClock()
    with ExitStack() as parts:
        parts.callback(DataLock(config.data.dir).close)
        store = Store(config.data.dir)
        parts.callback(store.close)
        pins = GpioHeader()
        parts.callback(pins.close)
        appliance = _appliance(store, config, wish, clock, pins)
        parts.callback(appliance.close)
        parts.callback(appliance.loop.close)
        bench = fit_out(appliance, config, pins, parts, simulate=wish.simulate)
        appliance.bench = bench
        if not wish.simulate:
            inputs = _open_buttons(appliance, config, pins, bench, parts)
            appliance.school = attended(inputs, pins, appliance, wish.config_file, parts)
        if appliance.capture is not None:
            appliance.capture.start()
            parts.callback(appliance.capture.stop)
            _keep_finishes(appliance, appliance.capture, parts)
        if appliance.eyes.watch is not None:
            appliance.eyes.watch.start()
            parts.callback(appliance.eyes.watch.close)
        appliance.match_service.resume()
        appliance.loop.start()
        yield appliance


def _appliance(store: Store, config: Config, wish: RunOptions, clock: Clock, pins: GpioHeader) -> TableService:
    source, trouble = _source(config, wish, clock)
    match_service = MatchService(store, clock.now, _today, decks=config.decks.files)
    if isinstance(source, SimulatedSource):
        match_service.followers = (VirtualTable(source).follow,)
    match_service.publisher.change(simulated=isinstance(source, SimulatedSource), live=source is not None)
    if trouble is not None:
        match_service.publisher.notice(Notice(CAMERA, Level.WARNING, trouble.what, trouble.cure))
    capture = None if source is None else Capture(_lit(source, config, pins, match_service.publisher), clock.now)
    loop = Loop(match_service, Arbiter(config.race), clock)
    corners = _corners(config, source, capture)
    watch = corners.watch if corners else None if capture is None else TableMonitor(capture, _watching(config))
    eyes = ZoneReader(capture, clock.now, watch=watch)
    appliance = TableService(match_service, loop, eyes, clock, capture, lambda: _seed(wish), corners)
    if capture is not None and is_camera(source):
        appliance.handover = Handover(capture, match_service.publisher)
    loop.confirm, loop.alive = appliance.confirm, lambda: _turned(appliance)
    return appliance


def _keep_finishes(appliance: TableService, capture: Capture, parts: ExitStack) -> None:
    """Have the picture nearest to a call kept, where there is a camera."""
    match_service, watch = appliance.match_service, appliance.eyes.watch
    finish = PhotoFinish(match_service, capture, appliance.loop.ask, appliance.now)
    if watch is not None:
        finish.crop = watch.crop
    match_service.hearers += (finish.hear,)
    finish.start()
    parts.callback(finish.close)


def _turned(appliance: TableService) -> None:
    appliance.look_after()
    if appliance.school is not None:
        appliance.school.tick()
    notify(WATCHDOG)


def _source(config: Config, wish: RunOptions, clock: Clock) -> tuple[Source | None, CameraTrouble | None]:
    """Return the source of pictures, and what is wrong with the one that was asked for.

    Where the choice was left to us and nothing is plugged in, people want to try it out: they get the simulated
    table, and a banner that says so.
    """
    wanted = _settings(config, wish)
    if wanted is None:
        return None, None
    try:
        return open_source(wanted, clock.now), None
    except CameraTrouble as trouble:
        if wanted.kind is not SourceKind.AUTO:
            return None, trouble
        return open_source(replace(wanted, kind=SourceKind.SIMULATED), clock.now), trouble


def _settings(config: Config, wish: RunOptions) -> SourceSettings | None:
    camera = config.camera
    kind = CameraSource.SIMULATED if wish.simulate else camera.source
    if kind is CameraSource.NONE:
        return None
    where = str(camera.path or "")
    return SourceSettings(
        kind=SourceKind(kind.value),
        number=camera.index,
        device=where,
        folder=where,
        size=camera.size,
        mains_hz=camera.mains_hz,
        seed=1 if wish.seed is None else wish.seed,
    )


def _corners(config: Config, source: Source | None, capture: Capture | None) -> Corners | None:
    """Return what knows where the table lies: from the mat, and without one from what is remembered or configured."""
    camera = config.camera
    if capture is None or isinstance(source, SimulatedSource):
        return None
    memory = TableMemory(config.data.dir)
    watch = TableMonitor(capture, _watching(config), memory.ground(camera.corners, camera.size), memory.saw)
    return Corners(capture, watch, memory, camera.corners, camera.size)


def _watching(config: Config) -> TableMonitorParams:
    return TableMonitorParams(mains_hz=config.camera.mains_hz)


def _seed(wish: RunOptions) -> int:
    return secrets.randbits(32) if wish.seed is None else wish.seed


def _today() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def _lit(source: Source, config: Config, pins: GpioHeader, publisher: StatePublisher) -> Source:
    """Return the source with the lamp of the camera, and have the page say when that is on."""

    def tell(is_on: bool) -> None:
        publisher.change(camera_on=is_on)

    return lit(source, lambda: open_camera_lamp(config.lamps, pins), tell)


def _open_buttons(appliance: TableService, config: Config, pins: GpioHeader, bench: SelfTestService, parts: ExitStack) -> Inputs:
    """Open the buttons; what is missing is said on the page, and everything else goes on."""
    press, publisher = noted(bench, appliance.loop.press), appliance.publisher

    def opened(wired: Config, attend: Attend) -> Buttons | Offline:
        publisher.withdraw(BUTTONS)
        bench.rewired(places(wired.buttons))
        buttons = open_buttons(wired, press, appliance.clock, pins, publisher, attend=attend)
        if isinstance(buttons, Offline):
            publisher.notice(buttons.why)
        else:
            buttons.tap = bench.heard
        return buttons

    inputs = Inputs(config, opened, appliance.loop.attend)
    parts.callback(inputs.close)
    appliance.loop.arbiter.horizon = inputs.horizon
    return inputs
