"""What people see and hear of a match: lamps and sound follow it, and flash and speak when something happens.

The loop's thread calls `state_changed`, `effects_happened` and `tend`; none of them waits for anything.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from companion.effects import Lamp, Refused
from companion.events import Pressed
from companion.session import Match
from companion.texts import Message
from device.announcements import sentences, utterance_of
from device.hardware.clock import Clock
from device.hardware.lamps import REFUSED_FOR, Lamps
from device.hardware.sound.phrases import Phrase
from device.hardware.sound.schedule import numbers
from device.hardware.sound.speaker import Speaker
from device.match_service import MatchUpdate

Translate = Callable[[Message], str]


def _no_lamps() -> Lamps:
    return Lamps({})


@dataclass
class Outputs:
    """The lamps and the sound of a table, as far as it has them."""

    clock: Clock
    lamps: Lamps = field(default_factory=_no_lamps)
    speaker: Speaker | None = None
    translate: Translate = str
    """Says a message in the language of the table."""
    _foreseen: object = None

    def state_changed(self, match: Match | None) -> None:
        """Show and count what the match wants now; called after every event."""
        self.lamps.stir(self.clock.now())
        self.lamps.show(match.referee.lamps if match else {})
        self.lamps.tend(self.clock.now())
        if self.speaker is not None:
            self._count(self.speaker, match)

    def effects_happened(self, update: MatchUpdate) -> None:
        """Announce the effects, and flash the lamp of whoever pressed in vain."""
        for effect in update.effects:
            if isinstance(effect, Refused) and isinstance(effect.event, Pressed):
                self.lamps.flash(effect.event.seat, Lamp.REFUSED, self.clock.now() + REFUSED_FOR)
        if self.speaker is not None and (utterance := utterance_of(update.effects, self.translate)) is not None:
            self.speaker.say(utterance)

    def tend(self) -> None:
        """Do what is due without an event: the loop calls this every turn."""
        self.lamps.tend(self.clock.now())

    def stir(self) -> None:
        """Note that somebody touched something, so that sleeping lamps wake up."""
        self.lamps.stir(self.clock.now())

    def _count(self, speaker: Speaker, match: Match | None) -> None:
        last = "" if match is None or match.game.last_call is None else self.translate(match.game.last_call)
        speaker.count_to(None if match is None else match.deadline, last)
        if match is not None and match.started != self._foreseen:
            self._foreseen = match.started
            names = [Phrase(player.name) for player in match.started.players]
            speaker.foresee((*numbers(), *sentences(last), *names))
