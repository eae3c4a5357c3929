"""Pairing the buttons of a running table: the listener has the pins while questions are asked, the buttons after.

Requests call from their own threads, `tick` is called by the loop. What the listener reports is only put into a queue:
its thread must never wait for somebody who waits for it to end.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from queue import SimpleQueue
from threading import RLock
from typing import Protocol

from companion.errors import BadConfig, BadInput
from companion.options import did_you_mean
from companion.service import Answer
from companion.texts import Message, plain, say
from device.config import Config, buttons_as_toml, save_buttons
from device.hardware.clock import Clock
from device.hardware.config import ButtonsConfig, GrabMode
from device.hardware.gpio import GpioHeader
from device.hardware.presses.evdev_ports import EvdevPorts
from device.hardware.presses.targets import button_name
from device.pairing.dialogue import (
    Back,
    DetectedPress,
    Kept,
    PairingDialogue,
    PairingState,
    PairingStopped,
    Reply,
    Waited,
    Without,
    asked,
    begin,
    now_wired_to,
)
from device.pairing.listener import InputListener, hint, listen
from web.pairing import PairedButton, PairingStep, PairingView

PLAYING = say("a match is being played: buttons are learnt between two matches")
SAVED = say("The buttons are learnt, and count from now on.")

_ENDS = {
    PairingState.SILENT: say("Nobody pressed for a long time. Nothing was changed."),
    PairingState.STOPPED: say("Nothing was changed."),
}
_REPLIES: dict[PairingStep, Callable[[int], Reply]] = {
    PairingStep.KEEP: Kept,
    PairingStep.WITHOUT: Without,
    PairingStep.BACK: Back,
    PairingStep.STOP: PairingStopped,
}


class Suspended(Protocol):
    """The buttons of the table (`device.inputs.Inputs`)."""

    config: Config

    def suspend(self) -> None:
        """Give all pins and devices back for a while."""

    def resume(self, buttons: ButtonsConfig | None = None) -> None:
        """Open the buttons again, wired as `buttons` from now on."""


Listen = Callable[[Config, Callable[[DetectedPress], None], bool], InputListener]
"""Opens the listener for a configuration; the last argument says whether keyboards count too."""


@dataclass
class PairingService:
    """Teaches a running table its buttons (`web.pairing.PairingInterface`)."""

    inputs: Suspended
    listen: Listen
    clock: Clock
    playing: Callable[[], bool]
    """Whether a match is being played."""
    file: Path | None = None
    """The configuration that the companion was started with."""
    _learning: PairingDialogue | None = None
    _listener: InputListener | None = None
    _ended: Message | None = None
    _presses: SimpleQueue[DetectedPress] = field(default_factory=SimpleQueue)
    _lock: RLock = field(default_factory=RLock)

    def begin(self, grab: str, keyboards: bool) -> Answer:
        """Begin to learn; raise BadInput when there is no such way to grab."""
        if grab not in (known := [str(each) for each in GrabMode]):
            raise BadInput(f"there is no way to grab {grab!r}{did_you_mean(grab, known)}")
        with self._lock:
            if self.playing():
                return _refused(PLAYING)
            self._end(None)
            config = self.inputs.config
            self._learning = begin(self.clock.now(), config.buttons, config.table.seats, GrabMode(grab))
            self.inputs.suspend()
            self._presses = SimpleQueue()
            self._listener = self.listen(config, self._presses.put, keyboards)
            if not self._listener.available.anything:
                why = hint(self._listener.available)
                self._end(why)
                return _refused(why)
        return Answer(accepted=True, version=0)

    def step(self, step: PairingStep) -> Answer:
        """Answer the question, go back, stop, or save what was learnt."""
        with self._lock:
            self._take_in()
            if self._learning is None:
                return _refused(say("nothing is being learnt now"))
            if step is PairingStep.SAVE:
                return self._save(self._learning)
            self._reply(_REPLIES[step](self.clock.now()))
            return Answer(accepted=True, version=0)

    def tick(self) -> None:
        """End what nobody attends to, and make way for a match."""
        with self._lock:
            self._take_in()
            if self._learning is None:
                return
            if self.playing():
                self._end(PLAYING)
            else:
                self._reply(Waited(self.clock.now()))

    def close(self) -> None:
        """End without a change; may be called twice."""
        with self._lock:
            listener, self._listener, self._learning = self._listener, None, None
            if listener is not None:
                listener.close()

    def shown(self) -> PairingView:
        """Return how far it is."""
        with self._lock:
            self._take_in()
            learning = self._learning
            if learning is None:
                return PairingView(why=PLAYING if self.playing() else None, ended=self._ended)
            return self._shown(learning)

    def _shown(self, learning: PairingDialogue) -> PairingView:
        question = learning.question
        text, fault = _text_of(learning)
        return PairingView(
            asking=question is not None,
            question=_asked(learning, fault),
            now=None if question is None else now_wired_to(learning.now_wired),
            can_keep=learning.now_wired is not None,
            done=learning.state is PairingState.DONE and fault is None,
            trouble=fault if learning.state is PairingState.DONE else learning.trouble,
            hearing=None if self._listener is None else hint(self._listener.available),
            count=(min(len(learning.answers) + 1, len(learning.questions)), len(learning.questions)),
            learnt=tuple(PairedButton(button_name(each), plain(str(at))) for each, at in learning.wiring.items()),
            text=text,
            file=None if self.file is None else str(self.file),
        )

    def _take_in(self) -> None:
        while not self._presses.empty():
            self._reply(self._presses.get())

    def _reply(self, reply: Reply) -> None:
        if self._learning is None:
            return
        self._learning = self._learning.feed(reply)
        if (end := _ENDS.get(self._learning.state)) is not None:
            self._end(end)

    def _save(self, learning: PairingDialogue) -> Answer:
        """Write what was learnt, where there is a file, and use it."""
        if learning.state is not PairingState.DONE:
            return _refused(say("there are questions left: answer them, or go without those buttons"))
        try:
            buttons = learning.result()
            replace(self.inputs.config, buttons=buttons)  # refuses pins that something else uses
        except BadConfig as error:
            return _refused(plain(str(error)))
        self._end(self._written(buttons), buttons)
        return Answer(accepted=True, version=0)

    def _written(self, buttons: ButtonsConfig) -> Message:
        """Write `buttons` where there is a file; return what to tell people."""
        try:
            if self.file is not None:
                save_buttons(self.file, buttons)
        except BadConfig as error:
            return say(
                "The buttons count from now on, but they are not kept: {why}. Copy the text below.", why=str(error)
            )
        return SAVED

    def _end(self, how: Message | None, buttons: ButtonsConfig | None = None) -> None:
        """Give the pins back to the buttons."""
        listener, self._listener = self._listener, None
        self._learning, self._ended = None, how
        if listener is not None:
            listener.close()
            self.inputs.resume(buttons)


def _asked(learning: PairingDialogue, fault: Message | None) -> Message | None:
    if learning.question is not None:
        return asked(learning.question)
    return say("That was the last one. Use these buttons?") if fault is None else None


def _text_of(learning: PairingDialogue) -> tuple[str, Message | None]:
    try:
        return buttons_as_toml(learning.result()), None
    except BadConfig as error:
        return "", plain(str(error))


def _refused(why: Message) -> Answer:
    return Answer(accepted=False, version=0, why=why)


def listening_on(pins: GpioHeader, clock: Clock) -> Listen:
    """Return what listens to all inputs of this machine."""

    def listening(config: Config, on_press: Callable[[DetectedPress], None], keyboards: bool) -> InputListener:
        return listen(config, on_press, clock, pins, EvdevPorts(), keyboards=keyboards)

    return listening
