"""The composition root: makes every part of a running table, each with all that it needs, and starts them in order.

    publisher, inbox --> outputs --> camera --> match service --> self-test --> inputs --> readings --> loop --> service

Nothing is assigned to a part after it was made. Whoever must reach the loop, which is made last, is given the inbox,
which is made first; whoever shows something is given the publisher; whoever must hear of a match is handed to the
match service as a listener, and what is due every turn to the loop as a task.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from threading import Lock

from companion.service import Notice, NoticeLevel, Snapshot
from companion.texts import say
from device.camera.corners import Corners
from device.camera.handover import Handover
from device.camera.lamp import lit, open_camera_lamp
from device.camera.notices import CameraNotices
from device.camera.photo_finish import PhotoFinish
from device.camera.table_memory import TableMemory
from device.camera.table_monitor import TableMonitor, TableMonitorParams
from device.camera.working_camera import WorkingCamera
from device.camera.zone_reader import ZoneReader
from device.config import CameraSource, Config
from device.hardware.clock import Clock, MonotonicClock
from device.hardware.config import SoundConfig
from device.hardware.gpio import GpioHeader
from device.hardware.lamps import Lamps, open_lamps
from device.hardware.presses.arbiter import Arbiter, RawPress
from device.hardware.presses.buttons import KEY as BUTTONS
from device.hardware.presses.buttons import Attend, ButtonListeners, Buttons, Offline, open_buttons
from device.hardware.sound.speaker import Speaker, open_speaker
from device.inbox import Inbox
from device.inputs import Inputs, Opener
from device.journal.safe_mode import Journal, RecoveringJournal, SafeMode
from device.loop import Loop
from device.match_service import EffectListener, MatchService, StateListener
from device.notify import WATCHDOG, notify
from device.outputs import Outputs
from device.pairing.service import PairingService, listening_on
from device.publisher import StatePublisher
from device.readings import ReadingService
from device.selftest.places import places, virtual_buttons
from device.selftest.service import SelfTestService
from device.service import TableService
from device.simulation.bare_computer import Surroundings
from device.simulation.table import VirtualTable
from vision.camera.capture import Capture
from vision.camera.choose import SearchedSource, SourceKind, SourceSettings, is_camera, open_source
from vision.camera.live import Live
from vision.camera.simulated import SimulatedSource
from vision.camera.source import Source
from web.translations import language_for

CAMERA = "camera"
"""The key of the notice about the camera."""

NOTHING_HERE = say("this computer has no camera, no GPIO header and no configuration, so the table is simulated")
ASK_FOR_A_TABLE = say("plug in a camera and restart; with a configuration nothing is ever simulated")

OpenButtons = Callable[[Callable[[RawPress], None], Attend, StatePublisher], Buttons]
"""Opens buttons that report presses, and losses, to whom they are given."""


@dataclass(frozen=True, slots=True)
class RunOptions:
    """What the command line asks for, beyond the configuration."""

    simulate: bool = False
    """Play on the simulated table, whatever is plugged in."""
    seed: int | None = None
    """Chance that can be repeated, for the simulated table and its matches."""
    config_file: Path | None = None
    """Where the configuration was read: how buttons are paired is written there."""


def _as_it_is(journal: Journal) -> Journal:
    return journal


@dataclass(frozen=True, slots=True)
class Instrumentation:
    """What a measurement puts in among the parts, or in their place; nothing unless it is named."""

    publisher: StatePublisher = field(default_factory=lambda: StatePublisher(Snapshot(version=1, match=None)))
    state_listeners: tuple[StateListener, ...] = ()
    """Called before all others."""
    effect_listeners: tuple[EffectListener, ...] = ()
    store: Callable[[Journal], Journal] = _as_it_is
    """Wraps the journal."""
    open_buttons: OpenButtons | None = None
    """Buttons in the place of those that are wired."""


@dataclass(frozen=True, slots=True)
class CameraParts:
    """The camera and what belongs to it, as far as there is one."""

    source: Source | None
    capture: Capture | None = None
    monitor: TableMonitor | None = None
    """Knows where the table lies, and what has come to rest."""
    corners: Corners | None = None
    """Where people say how the table lies without a mat; None where no camera looks at a real one."""
    handover: Handover | None = None
    reading: Lock = field(default_factory=Lock)
    """Held while a picture is read."""


@dataclass(frozen=True, slots=True)
class Application:
    """All parts of a running table that somebody outside has to do with."""

    service: TableService
    match_service: MatchService
    loop: Loop
    camera: CameraParts
    readings: ReadingService
    self_test: SelfTestService
    inputs: Inputs | None
    """The buttons; None on the simulated table, which has them on the page."""
    pairing: PairingService | None
    """Where buttons are paired; None on the simulated table."""
    photo_finish: PhotoFinish | None


@contextmanager
def running(
    config: Config,
    options: RunOptions,
    clock: Clock | None = None,
    probe: Instrumentation | None = None,
    surroundings: Surroundings | None = None,
) -> Iterator[Application]:
    """Run a table until the context ends.

    Raises:
        AlreadyRunning: another companion keeps the data folder.

    """
    with ExitStack() as parts:
        table = compose(config, options, parts, clock=clock, surroundings=surroundings, probe=probe)
        parts.callback(table.readings.close)
        parts.callback(table.loop.close)
        if table.inputs is not None:
            parts.callback(table.inputs.close)
            table.inputs.resume()
        if table.pairing is not None:
            parts.callback(table.pairing.close)
        if table.camera.capture is not None:
            table.camera.capture.start()
            parts.callback(table.camera.capture.stop)
        if table.photo_finish is not None:
            table.photo_finish.start()
            parts.callback(table.photo_finish.close)
        if table.camera.monitor is not None:
            table.camera.monitor.start()
            parts.callback(table.camera.monitor.close)
        table.match_service.resume()
        table.loop.start()
        yield table


def compose(
    config: Config,
    options: RunOptions,
    parts: ExitStack,
    *,
    clock: Clock | None = None,
    header: GpioHeader | None = None,
    surroundings: Surroundings | None = None,
    probe: Instrumentation | None = None,
) -> Application:
    """Return all parts of a table, tied together and not started; `parts` gives back what is open."""
    clock, header, probe = clock or MonotonicClock(), header or GpioHeader(), probe or Instrumentation()
    publisher, inbox = probe.publisher, Inbox()

    surroundings = surroundings or Surroundings()
    journal = _journal(config, parts)
    parts.callback(header.close)

    # what people see and hear
    lamps = Lamps({}) if options.simulate else _opened_lamps(config, header, publisher, parts)
    # a simulated table speaks only where somebody has said so
    silent = options.simulate and config.sound == SoundConfig()
    speaker = None if silent else _opened_speaker(config, header, clock, publisher, parts)
    outputs = Outputs(clock, lamps, speaker, language_for((config.sound.language,)).tell)

    # the camera, and the moment of a call in pictures
    camera = _camera(config, options, clock, header, publisher, surroundings)
    simulated = camera.source if isinstance(camera.source, SimulatedSource) else None
    photo_finish, live = None, None
    if camera.capture is not None and camera.monitor is not None:
        photo_finish = PhotoFinish(publisher, camera.capture, inbox.ask, clock.now, camera.monitor.crop)
        live = Live(camera.capture, crop=camera.monitor.crop)

    # the match, and all who follow it
    match_service = MatchService(
        probe.store(journal),
        clock.now,
        _today,
        publisher,
        state_listeners=(
            *probe.state_listeners,
            *(() if simulated is None else (VirtualTable(simulated).follow,)),
            outputs.state_changed,
        ),
        effect_listeners=(
            *probe.effect_listeners,
            outputs.effects_happened,
            *(() if photo_finish is None else (photo_finish.effects_happened,)),
        ),
        decks=config.decks.files,
        simulated=simulated is not None,
    )

    # the buttons: to the match first, then to the self-test
    self_test = SelfTestService(
        outputs,
        ask=lambda work: inbox.ask(lambda _matches: work()).result(),
        playing=publisher.is_playing,
        version=lambda: publisher.snapshot().version,
        wiring={} if options.simulate else places(config.buttons),
        virtual=virtual_buttons(config.table.seats) if options.simulate else (),
    )
    inputs, pairing = None, None
    if probe.open_buttons is not None:
        inputs = Inputs(config, _measured_buttons(probe.open_buttons, inbox, publisher), inbox.attend)
    elif not options.simulate:
        inputs = Inputs(config, _wired_buttons(clock, header, inbox, publisher, self_test), inbox.attend)
        listen = listening_on(header, clock)
        pairing = PairingService(inputs, listen, clock, publisher.is_playing, options.config_file)

    # the loop
    working = None if camera.capture is None else WorkingCamera(camera.capture)
    reader = ZoneReader(working, clock.now, monitor=camera.monitor, lock=camera.reading)
    readings = ReadingService(reader, publisher, inbox, clock.now, camera.capture)
    safe_mode = SafeMode(journal, publisher, clock.now, match_service.resume)
    safe_mode.tend()  # whoever opens the page first, or reads what is printed at the start, is told at once
    tasks = [safe_mode.tend]
    if camera.capture is not None:
        notices = CameraNotices(camera.capture, publisher, camera.monitor, camera.handover)
        tasks += [notices.publish, readings.read_what_rests]
    if pairing is not None:
        tasks.append(pairing.tick)
    tasks += [_watchdog, outputs.tend]
    arbiter = Arbiter(config.race) if inputs is None else Arbiter(config.race, inputs.horizon)
    loop = Loop(match_service, arbiter, clock, inbox, readings.confirm, tuple(tasks))

    # what the page talks to
    service = TableService(inbox, publisher, readings, journal, clock, lambda: _seed(options), camera.handover, live)
    return Application(service, match_service, loop, camera, readings, self_test, inputs, pairing, photo_finish)


def _opened_lamps(config: Config, header: GpioHeader, publisher: StatePublisher, parts: ExitStack) -> Lamps:
    """Open the lamps; what is missing is said on the page."""
    lamps = open_lamps(config.lamps, header)
    if isinstance(lamps, Offline):
        publisher.notice(lamps.why)
        return Lamps({})
    parts.callback(lamps.close)
    return lamps


def _opened_speaker(
    config: Config, header: GpioHeader, clock: Clock, publisher: StatePublisher, parts: ExitStack
) -> Speaker | None:
    speaker = open_speaker(config.sound, config.data.dir, header, clock, publisher)
    if speaker is not None:
        speaker.start()
        parts.callback(speaker.close)
    return speaker


def _journal(config: Config, parts: ExitStack) -> RecoveringJournal:
    """Open the journal; what prevents that is shown by `SafeMode`."""
    journal = RecoveringJournal(config.data.dir)
    parts.callback(journal.close)
    return journal


def _camera(
    config: Config,
    options: RunOptions,
    clock: Clock,
    header: GpioHeader,
    publisher: StatePublisher,
    surroundings: Surroundings,
) -> CameraParts:
    """Return the camera that is asked for, and what finds the table in its pictures."""
    source = _source(config, options, clock, publisher, surroundings)
    publisher.change(simulated=isinstance(source, SimulatedSource), live=isinstance(source, SimulatedSource))
    if source is None:
        return CameraParts(None)
    capture = Capture(_with_lamp(source, config, header, publisher), clock.now)
    handover = Handover(capture, publisher) if is_camera(source) else None
    params, reading = TableMonitorParams(mains_hz=config.camera.mains_hz), Lock()
    if isinstance(source, SimulatedSource):
        monitor = TableMonitor(capture, params, reading=reading.locked)
        return CameraParts(source, capture, monitor, None, handover, reading)
    configured, size, memory = config.camera.corners, config.camera.size, TableMemory(config.data.dir)
    monitor = TableMonitor(capture, params, memory.ground(configured, size), memory.saw, reading.locked)
    corners = Corners(capture, monitor, memory, configured, size)
    return CameraParts(source, capture, monitor, corners, handover, reading)


def _source(
    config: Config, options: RunOptions, clock: Clock, publisher: StatePublisher, surroundings: Surroundings
) -> Source | None:
    """Return the source of pictures; None where nobody wants one.

    A camera that is missing is looked for again and again, by a source that says why it is missing. Only on a computer
    where nothing at all is plugged in or configured people want to try it out, and get the simulated table.
    """
    wanted = _source_settings(config, options)
    if wanted is None:
        return None
    if wanted.kind is SourceKind.AUTO and surroundings.is_bare(options.config_file):
        publisher.notice(Notice(CAMERA, NoticeLevel.WARNING, NOTHING_HERE, ASK_FOR_A_TABLE))
        return open_source(replace(wanted, kind=SourceKind.SIMULATED), clock.now)
    if wanted.kind is SourceKind.AUTO or (wanted.kind is SourceKind.UVC and not wanted.device):
        return SearchedSource(wanted, clock.now, surroundings.cameras)
    return open_source(wanted, clock.now, surroundings.cameras)


def _source_settings(config: Config, options: RunOptions) -> SourceSettings | None:
    camera = config.camera
    kind = CameraSource.SIMULATED if options.simulate else camera.source
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
        seed=1 if options.seed is None else options.seed,
    )


def _with_lamp(source: Source, config: Config, header: GpioHeader, publisher: StatePublisher) -> Source:
    """Return the source with the lamp of the camera, and have the page say when that is on."""

    def publish_camera_on(is_on: bool) -> None:
        publisher.change(camera_on=is_on)

    return lit(source, lambda: open_camera_lamp(config.lamps, header), publish_camera_on)


def _wired_buttons(
    clock: Clock, header: GpioHeader, inbox: Inbox, publisher: StatePublisher, self_test: SelfTestService
) -> Opener:
    """Return what opens the buttons; what is missing is said on the page."""

    def press(raw: RawPress) -> None:
        inbox.press(raw)
        self_test.pressed(raw)

    def opened(wired: Config, attend: Attend) -> Buttons | Offline:
        publisher.withdraw(BUTTONS)
        self_test.rewired(places(wired.buttons))
        listeners = ButtonListeners(attend, self_test.edge_seen)
        buttons = open_buttons(wired.buttons, press, clock, header, publisher, listeners=listeners)
        if isinstance(buttons, Offline):
            publisher.notice(buttons.why)
        return buttons

    return opened


def _measured_buttons(open_buttons: OpenButtons, inbox: Inbox, publisher: StatePublisher) -> Opener:
    return lambda _wired, attend: open_buttons(inbox.press, attend, publisher)


def _watchdog() -> None:
    notify(WATCHDOG)


def _seed(options: RunOptions) -> int:
    return secrets.randbits(32) if options.seed is None else options.seed


def _today() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
