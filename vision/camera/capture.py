"""The one thread that owns the camera, and the latest frame that everybody may read.

    CLOSED --start--> OPENING --first frame--> RUNNING <--first frame / silence, or an error--> STALLED
       ^------------------------------ stop, from anywhere --------------------------------------'

A stalled source is closed and opened again by the same thread, after a pause that grows; no second thread is ever
started beside one that hangs. Only this thread calls the source, and never while the lock is held: a reader
that waits cannot stop the camera, and a camera that hangs cannot stop a reader.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping
from concurrent.futures import Future, InvalidStateError
from dataclasses import dataclass, replace
from enum import StrEnum
from queue import Empty, SimpleQueue
from threading import Condition, Event, Thread
from typing import Any, TypeAlias

from companion.texts import Message, say
from vision.camera.source import CameraTrouble, Clock, Frame, NoFrame, Source, Steered, no_frame


class CaptureState(StrEnum):
    """How a camera fares."""

    CLOSED = "closed"
    """Nobody wants pictures; other programs may have the camera."""
    OPENING = "opening"
    RUNNING = "running"
    STALLED = "stalled"
    """It failed or fell silent; it is opened again by itself."""


@dataclass(frozen=True, slots=True)
class Health:
    """The state of a camera and, when it is stalled, what is wrong and what to do."""

    state: CaptureState
    camera: Message
    what: Message | None = None
    cure: Message | None = None


@dataclass(frozen=True, slots=True)
class CaptureParams:
    """How patient the capture is."""

    read_s: float = 0.5
    """Longest single wait for a frame: how soon a stop takes effect."""
    pauses_s: tuple[float, ...] = (0.25, 0.5, 1.0, 2.0, 5.0)
    """Before opening it again; the last one repeats."""
    join_s: float = 3.0
    """How long a stop waits for the camera to let go."""

    def pause_s(self, failures: int) -> float:
        """Return how long to wait after so many failures without a frame in between."""
        return self.pauses_s[min(failures, len(self.pauses_s) - 1)]


_StillRequest: TypeAlias = "tuple[int, float, Future[Frame]]"


class Capture:
    """One source, one thread, one latest frame. All methods may be called from any thread."""

    def __init__(
        self,
        source: Source,
        clock: Clock,
        params: CaptureParams = CaptureParams(),
        pause: Callable[[Event, float], object] = Event.wait,
    ) -> None:
        self._pause = pause
        self._source = source
        self._clock = clock
        self._params = params
        self._news = Condition()
        self._latest: Frame | None = None
        self._number = 0
        self._state = CaptureState.CLOSED
        self._trouble: CameraTrouble | None = None
        self._last_frame_ns = 0
        self._requests: SimpleQueue[_StillRequest] = SimpleQueue()
        self._controls: SimpleQueue[Mapping[str, Any]] = SimpleQueue()
        self._stopping = Event()
        self._thread: Thread | None = None

    @property
    def camera(self) -> Message:
        """The name of the source."""
        return self._source.name

    def start(self) -> None:
        """Open the camera in its own thread; does nothing when that is done already.

        Raises:
            CameraTrouble: the camera was stopped and has not let go yet.

        """
        with self._news:
            if self._thread is not None and self._thread.is_alive():
                if self._stopping.is_set():
                    raise _hangs(self.camera)
                return
            self._stopping = Event()
            self._state, self._trouble = CaptureState.OPENING, None
            self._thread = Thread(target=self._run, args=(self._stopping,), name="capture", daemon=True)
            self._thread.start()

    def stop(self) -> None:
        """Close the camera and wait until it is closed, so that another program may have it."""
        with self._news:
            self._stopping.set()
            thread = self._thread
        if thread is not None:
            # With a limit: a driver call that hangs must not hang the caller too.
            thread.join(self._params.join_s)

    def health(self) -> Health:
        """Return how the camera fares now, also while a call into it hangs."""
        with self._news:
            state, trouble = self._state, self._trouble
            if state is CaptureState.RUNNING and self._silent():
                state, trouble = CaptureState.STALLED, no_frame(self.camera)
        if trouble is None:
            return Health(state, self.camera)
        return Health(state, self.camera, trouble.what, trouble.cure)

    def latest(self) -> Frame | None:
        """Return the latest frame, or None before the first: one of before it was closed shows nothing of now."""
        with self._news:
            return self._latest

    def wait_newer(self, number: int, timeout_s: float) -> Frame | None:
        """Return the latest frame as soon as its number is above `number`; None if none came or the camera closed."""
        with self._news:
            self._news.wait_for(lambda: self._is_newer(number) or self._state is CaptureState.CLOSED, timeout_s)
            return self._latest if self._is_newer(number) else None

    def fresh(self, after_ns: int, timeout_s: float) -> Frame | None:
        """Return the first frame published that was exposed after an instant; None if none came in time."""
        with self._news:
            self._news.wait_for(lambda: self._is_after(after_ns) or self._state is CaptureState.CLOSED, timeout_s)
            return self._latest if self._is_after(after_ns) else None

    def still(self, after_ns: int, timeout_s: float) -> Frame:
        """Return the best picture the camera can take, exposed after an instant.

        Raises:
            NoFrame: none came in time.
            CameraTrouble: the camera is closed, or failed meanwhile.

        """
        answer: Future[Frame] = Future()
        with self._news:
            if self._state is CaptureState.CLOSED or self._stopping.is_set():
                raise _closed(self.camera)
            self._requests.put((after_ns, timeout_s, answer))
        try:
            return answer.result(timeout_s + self._params.read_s)
        except NoFrame:
            raise
        except TimeoutError:
            answer.cancel()
            raise no_frame(self.camera) from None

    def steer(self, controls: Mapping[str, Any]) -> None:
        """Have controls set before the next frame, by the thread that owns the camera, where the camera has any."""
        self._controls.put(controls)

    # What follows runs in the capture thread.

    def _run(self, stopping: Event) -> None:
        failures = 0
        while not stopping.is_set():
            before = self._counted()
            try:
                self._serve(stopping)
            except CameraTrouble as trouble:
                self._fail(trouble)
            except Exception as error:  # noqa: BLE001 - a driver may raise anything, and the thread must live
                self._fail(_broken(self.camera, error))
            with contextlib.suppress(Exception):  # it is given up anyway; opening it again gives the better message
                self._source.close()
            # Only a published frame counts as recovery: some cameras open and then deliver nothing.
            failures = 0 if self._counted() > before else failures
            self._pause(stopping, self._params.pause_s(failures))
            failures += 1
        self._close()

    def _serve(self, stopping: Event) -> None:
        """Open the source and publish its frames until it is time to stop; raise CameraTrouble when it fails."""
        self._source.open()
        self._opened()
        while not stopping.is_set():
            self._serve_requests()
            self._set_controls()
            try:
                frame = self._source.read(self._params.read_s)
            except NoFrame:
                if self._silent():
                    raise
            else:
                self._publish(frame)

    def _opened(self) -> None:
        with self._news:
            self._last_frame_ns = self._clock()
            if self._source.patience_s is None:
                self._state, self._trouble = CaptureState.RUNNING, None

    def _publish(self, frame: Frame) -> Frame:
        with self._news:
            self._number += 1
            numbered = replace(frame, number=self._number)
            self._latest, self._state, self._trouble = numbered, CaptureState.RUNNING, None
            self._last_frame_ns = self._clock()
            self._news.notify_all()
        return numbered

    def _serve_requests(self) -> None:
        """Take the stills that callers wait for; a camera that fails at it is opened again."""
        for after_ns, timeout_s, answer in self._open_requests():
            try:
                frame = self._publish(self._source.still(after_ns, timeout_s))
            except NoFrame as none:
                _answer(answer, none)
            except CameraTrouble as trouble:
                _answer(answer, trouble)
                raise
            except Exception as error:
                _answer(answer, _broken(self.camera, error))
                raise
            else:
                _answer(answer, frame)

    def _set_controls(self) -> None:
        with contextlib.suppress(Empty):
            while True:
                controls = self._controls.get_nowait()
                if isinstance(self._source, Steered):
                    self._source.steer(controls)

    def _open_requests(self) -> list[_StillRequest]:
        requests = []
        with contextlib.suppress(Empty):
            while True:
                requests.append(self._requests.get_nowait())
        # A cancelled request has no caller any more; taking its still would delay the others.
        return [request for request in requests if not request[2].cancelled()]

    def _fail(self, trouble: CameraTrouble) -> None:
        with self._news:
            self._state, self._trouble = CaptureState.STALLED, trouble
            self._news.notify_all()
        self._refuse_requests(trouble)

    def _close(self) -> None:
        with self._news:
            self._latest, self._state, self._trouble = None, CaptureState.CLOSED, None
            self._news.notify_all()
        self._refuse_requests(_closed(self.camera))

    def _refuse_requests(self, trouble: CameraTrouble) -> None:
        for _, _, answer in self._open_requests():
            _answer(answer, trouble)

    def _counted(self) -> int:
        with self._news:
            return self._number

    # What follows is called with the lock held, or by the only thread that writes it.

    def _is_newer(self, number: int) -> bool:
        return self._latest is not None and self._latest.number > number

    def _is_after(self, after_ns: int) -> bool:
        return self._latest is not None and self._latest.at >= after_ns

    def _silent(self) -> bool:
        patience_s = self._source.patience_s
        return patience_s is not None and self._clock() - self._last_frame_ns >= patience_s * 1e9


def _answer(answer: Future[Frame], with_what: Frame | CameraTrouble) -> None:
    """Complete a request; one whose caller has just given up is ignored."""
    with contextlib.suppress(InvalidStateError):
        if isinstance(with_what, Frame):
            answer.set_result(with_what)
        else:
            answer.set_exception(with_what)


def _closed(camera: Message) -> CameraTrouble:
    return CameraTrouble(say("{camera} is closed", camera=camera), say("take the camera back first"))


def _hangs(camera: Message) -> CameraTrouble:
    return CameraTrouble(
        say("{camera} does not answer and cannot be closed", camera=camera),
        say("unplug it and plug it in again, or restart the companion"),
    )


def _broken(camera: Message, error: Exception) -> CameraTrouble:
    reason = f"{type(error).__name__}: {error}"
    return CameraTrouble(
        say("{camera} failed: {error}", camera=camera, error=reason),
        say("check its cable and its power; it is opened again by itself"),
    )
