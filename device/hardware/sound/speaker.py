"""Who speaks: one thread that takes in news, and sounds the programme on an instrument.

    any thread --say, count, foresee: into the inbox--> this thread --programme--> instrument

Whoever brings news only enqueues it. A press is never held up by what is being said about the one before.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue
from threading import Thread
from typing import TypeAlias

from companion.service import Level, Notice
from companion.texts import say
from device.hardware.clock import SECOND, Clock
from device.hardware.presses.buttons import NoticePublisher
from device.hardware.sound.count import Count
from device.hardware.sound.instrument import Instrument
from device.hardware.sound.phrases import Phrase, Utterance
from device.hardware.sound.programme import Programme

log = logging.getLogger(__name__)

KEY = "sound"
"""The key of the notice about sound."""
LONGEST_NAP = SECOND

News: TypeAlias = "Callable[[], None]"


@dataclass
class Speaker:
    """Sounds what it is told, when it is time. Tests call `turn` instead of `start` and move a fake clock."""

    instrument: Instrument
    clock: Clock
    board: NoticePublisher
    programme: Programme = field(default_factory=Programme)
    _foreseen: list[Phrase] = field(default_factory=list)
    _inbox: SimpleQueue[News | None] = field(default_factory=SimpleQueue)
    _thread: Thread | None = None
    _told: bool = False

    # Any thread may call these.

    def say(self, utterance: Utterance) -> None:
        """Say `utterance` as soon as it is its turn, unless newer news come first."""
        self._inbox.put(lambda: self._take(self.programme.say(utterance, self.clock.now())))

    def count_to(self, deadline: int | None, last: str = "") -> None:
        """Count down to `deadline` (ns), or stop counting; `last` is the word on the stroke."""
        self._inbox.put(lambda: self._count_to(deadline, last))

    def foresee(self, phrases: Iterable[Phrase]) -> None:
        """Prepare `phrases` while nothing else is to be done: they may have to be heard at once."""
        foreseen = tuple(phrases)
        self._inbox.put(lambda: self._foreseen.extend(foreseen))

    def start(self) -> None:
        """Speak in a thread of its own."""
        self._thread = Thread(target=self._run, name="speaker", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Break off, and say nothing more; may be called twice."""
        thread, self._thread = self._thread, None
        if thread is not None:
            self._inbox.put(None)
            thread.join()
        self.instrument.close()

    # What follows runs in the thread of the speaker.

    def turn(self) -> None:
        """Take in all news, and do what is due now."""
        while not self._inbox.empty():
            if (news := self._inbox.get()) is not None:
                news()
        after, step = self.programme.step(self.clock.now(), self._length)
        self._take(after)
        if step is not None:
            self.instrument.sound(step.phrase, cut=step.cut)
            self._tell()
            self._prepare_the_next()
        elif self._foreseen:
            self.instrument.prepare(self._foreseen.pop(0))

    def nap_ns(self) -> int:
        """Return how long nothing is due, if no news come in."""
        if self._foreseen:
            return 0
        due = self.programme.due
        return LONGEST_NAP if due is None else max(0, min(LONGEST_NAP, due - self.clock.now()))

    def _run(self) -> None:
        while self._thread is not None:  # whoever closes us puts None into the inbox too, to wake us up
            try:
                if (news := self._inbox.get(timeout=self.nap_ns() / SECOND)) is None:
                    return
                news()
            except Empty:
                pass
            self._turned()

    def _turned(self) -> None:
        """Do a turn; whatever fails, there is something to be heard again later."""
        try:
            self.turn()
        except Exception as error:  # a full disk, a driver: sound is no reason to stop
            log.exception("the sound failed")
            self._complain(str(error) or type(error).__name__)
            self._take(Programme(count=self.programme.count))

    def _take(self, programme: Programme) -> None:
        self.programme = programme

    def _count_to(self, deadline: int | None, last: str) -> None:
        count = None if deadline is None else Count.until(deadline, self.clock.now(), last)
        self._take(self.programme.count_to(count))

    def _length(self, phrase: Phrase) -> int | None:
        """Return how long `phrase` lasts; while it is counted nothing is made anew, so that no number comes late."""
        if self.programme.count is None:
            self.instrument.prepare(phrase)
        return self.instrument.length(phrase)

    def _prepare_the_next(self) -> None:
        for phrase in self.programme.waiting[:1] if self.programme.count is None else ():
            self.instrument.prepare(phrase)

    def _tell(self) -> None:
        if (trouble := self.instrument.trouble) is not None:
            self._complain(str(trouble))
        elif self._told:
            self._told = False
            self.board.withdraw(KEY)

    def _complain(self, error: str) -> None:
        if not self._told:
            self._told = True
            text = say("sound does not work: {error}", error=error)
            self.board.notice(Notice(KEY, Level.WARNING, text, say("companion check says more")))
