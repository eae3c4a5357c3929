"""The self-test for the page: what the buttons have shown, and every lamp, sound and virtual button to try.

Drivers tell of edges and presses in their own threads, which only note them; requests read what was noted. Whatever
is tried is done by the loop, and only while no match is being played.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from threading import Lock

from companion.effects import Cue, Lamp
from companion.errors import BadInput
from companion.events import By
from companion.service import Answer
from companion.texts import Message, say
from device.announcements import sentences
from device.hardware.clock import MS, SECOND
from device.hardware.presses.arbiter import RawPress
from device.hardware.presses.panel import Edge
from device.hardware.presses.targets import Target, button_name, seat_of
from device.hardware.sound.phrases import CONTROL_TUNE, TUNES, Phrase, Utterance, seat_tune
from device.outputs import Outputs
from device.selftest.trials import Trial, Trials
from web.selftest import ButtonShown, LampShown, Part, SelfTestShown, SoundShown

LOOKED_AT = 3 * SECOND
"""So long after somebody looked at the page, a press lights up and sounds."""
TRIED_FOR = 2 * SECOND
COUNTED = 3 * SECOND

SOUNDS: Mapping[Cue, Message] = {
    Cue.GO: say("the start"),
    Cue.CALL: say("a call"),
    Cue.COUNT_DOWN: say("a count-down begins"),
    Cue.TIME_OVER: say("time is over"),
    Cue.REFUSED: say("not now"),
    Cue.POINTS: say("points"),
    Cue.UNREADABLE: say("the camera is not sure"),
    Cue.WON: say("victory"),
}
VOICE, COUNT = "voice", "count"
SENTENCE = say("I cannot read this. Ada was first.")
PLAYING = say("a match is being played: the self-test waits until it is over")

Ask = Callable[[Callable[[], Answer]], Answer]
"""Has something done by the loop, and returns what became of it."""


@dataclass
class SelfTestService:
    """The self-test of a running table (`web.selftest.Workbench`)."""

    outputs: Outputs
    ask: Ask
    playing: Callable[[], bool]
    version: Callable[[], int]
    wiring: Mapping[Target, Message] = field(default_factory=dict)
    """Where each wired button hangs."""
    virtual: Iterable[Target] = ()
    """Buttons that exist on the page only: of the simulated table."""
    _lock: Lock = field(default_factory=Lock)
    _looked: int | None = None

    def __post_init__(self) -> None:
        self.virtual = tuple(self.virtual)
        self._trials = Trials.for_buttons((*self.wiring, *self.virtual))

    # Drivers call these, in their own threads.

    def rewired(self, wiring: Mapping[Target, Message]) -> None:
        """Begin anew with buttons that were learnt while the table runs."""
        with self._lock:
            self.wiring = wiring
            self._trials = Trials.for_buttons((*wiring, *self.virtual))

    def edge_seen(self, edge: Edge, seen: int) -> None:
        """Note an edge."""
        self.outputs.stir()
        with self._lock:
            self._trials = self._trials.edge_seen(edge, seen)

    def pressed(self, press: RawPress) -> None:
        """Note a press; while somebody looks at the self-test, its button lights up and sounds."""
        now = self.outputs.clock.now()
        self.outputs.stir()
        with self._lock:
            self._trials = self._trials.pressed(press, now)
            looked = self._looked is not None and now - self._looked <= LOOKED_AT
        if looked and not self.playing():
            praise(press.target, self.outputs)

    # Requests call these.

    def shown(self) -> SelfTestShown:
        """Return what was found so far; whoever asks is looking."""
        with self._lock:
            self._looked = self.outputs.clock.now()
            trials = self._trials
        return SelfTestShown(
            why=PLAYING if self.playing() else None,
            buttons=tuple(self._button(target, trial) for target, trial in trials.of.items()),
            lamps=tuple(LampShown(seat) for seat in self.outputs.lamps.seats),
            sounds=self._sounds(),
        )

    def try_out(self, part: Part, name: str) -> Answer:
        """Light a lamp, sound a sound, or press a virtual button; raise BadInput when there is no such thing."""
        if self.playing():
            return self._answer(PLAYING)
        match part:
            case Part.LAMP:
                return self.ask(lambda: self._lit(name))
            case Part.SOUND:
                return self.ask(lambda: self._sounded(name))
        return self._virtually_pressed(name)

    def _button(self, target: Target, trial: Trial) -> ButtonShown:
        return ButtonShown(
            name=str(target),
            title=button_name(target),
            seat=seat_of(target),
            where=self.wiring.get(target),
            virtual=target in tuple(self.virtual),
            presses=trial.presses,
            by=trial.by,
            held=trial.closed,
            bounces=trial.bounces,
            latency_ms=None if trial.latency is None else trial.latency / MS,
            edges_ms=tuple((flip.after / MS, flip.closed) for flip in trial.trace),
            drawn_ms=trial.drawn(),
        )

    def _sounds(self) -> tuple[SoundShown, ...]:
        if self.outputs.speaker is None:
            return ()
        tunes = tuple(SoundShown(cue.value, title) for cue, title in SOUNDS.items())
        return (*tunes, SoundShown(VOICE, say("a sentence")), SoundShown(COUNT, say("three, two, one")))

    def _lit(self, name: str) -> Answer:
        seat = next((seat for seat in self.outputs.lamps.seats if str(seat) == name), None)
        if seat is None:
            raise BadInput(f"there is no lamp {name!r}")
        self.outputs.lamps.flash(seat, Lamp.FIRST, self.outputs.clock.now() + TRIED_FOR)
        return self._answer()

    def _sounded(self, name: str) -> Answer:
        speaker, cues = self.outputs.speaker, {cue.value: cue for cue in SOUNDS}
        if speaker is None or name not in (*cues, VOICE, COUNT):
            raise BadInput(f"there is no sound {name!r}")
        if name == COUNT:
            speaker.count_to(self.outputs.clock.now() + COUNTED)
        elif name == VOICE:
            speaker.say(Utterance(sentences(self.outputs.translate(SENTENCE))))
        else:
            speaker.say(Utterance((Phrase(tune=TUNES[cues[name]]),)))
        return self._answer()

    def _virtually_pressed(self, name: str) -> Answer:
        target = next((each for each in self.virtual if str(each) == name), None)
        if target is None:
            raise BadInput(f"there is no virtual button {name!r}")
        self.pressed(RawPress(target, self.outputs.clock.now(), By.PAGE))
        return self._answer()

    def _answer(self, why: Message | None = None) -> Answer:
        return Answer(accepted=why is None, version=self.version(), why=why)


def praise(target: Target, outputs: Outputs) -> None:
    """Light up the lamp of `target`, and sound its note."""
    seat = seat_of(target)
    if seat is not None:
        outputs.lamps.flash(seat, Lamp.CALLED, outputs.clock.now() + SECOND)
    if outputs.speaker is not None:
        tune = CONTROL_TUNE if seat is None else seat_tune(seat)
        outputs.speaker.say(Utterance((Phrase(tune=tune),)))
