"""Referee for a match of Monad: timestamped events in, effects out.

    IDLE --trade, buy or leap--> ACTING --any number more--> the turn is ended --> IDLE of the next player
      |                             |
      |                             +--after a Monad: has somebody enough? --> OVER, at once
      +--draw, turn over, or pass (with the hand shown)--> IDLE of the next player
                                     three rounds of passes --> OVER (stalemate)

"Either any number of trades, purchases and leaps, or one of: draw, turn the discard over, pass" (MO-8, MO-14).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeAlias

from companion.chance import Lots
from companion.decks.files import text_of
from companion.effects import Announced, Cue, Effect, Lamp
from companion.errors import BadInput
from companion.events import Begins, Confirmed, Event, Paused, Pressed, Resumed, Started, Tick, TurnEnded
from companion.games.monad import views
from companion.games.monad.cards import MonadCard, Rank, card, card_name, read_cards
from companion.games.monad.events import (
    BonusDeclined,
    BonusTaken,
    Bought,
    CardPicked,
    DiscardFlipped,
    Drawn,
    HandShown,
    Leapt,
    Passed,
    Traded,
)
from companion.games.monad.hands import MonadHand
from companion.games.monad.judging import Judge
from companion.games.monad.market import UNITS_DEALT, dealt, deck, identities, in_play, market
from companion.games.monad.operations import LEAP_TO, Operation, OperationKind, bonus_ranks, carried_out, trade_of
from companion.games.monad.options import Dealt, LeapNeeds, MonadOptions, Teams
from companion.games.monad.state import STALEMATE_ROUNDS, MonadState, MonadTurn
from companion.options import read_options
from companion.referee import MATCH_IS_OVER, NOT_NOW, seated, why_nobody
from companion.table import Seat
from companion.texts import Message, listed, say
from companion.view import View

MonadVerdict: TypeAlias = "tuple[MonadMatch, tuple[Effect, ...]]"

SEATS = range(2, 5)
"""How many may play."""


@dataclass(frozen=True, slots=True)
class MonadMatch(MonadState):
    """One match. `feed` leaves it untouched and returns the match that follows."""

    def lamp(self, seat: Seat) -> Lamp:
        """Return what the lamp of `seat` shows."""
        return views.lamp(self, seat)

    def view(self) -> View:
        """Return what the page shows."""
        return views.view(self)

    def feed(self, event: Event) -> MonadVerdict:
        """Return the match after `event`, and what the table must do about it."""
        if isinstance(event, Tick | Resumed | Paused):
            return self, ()
        if isinstance(event, Begins) and event.seat in self.table.seats and not self.moves and not self.over:
            return replace(self, turn_of=event.seat, turn=MonadTurn()), ()
        why = self._why_not_now(event)
        if why is not None:
            return self.refuse(event, why)
        try:
            return self._in_turn(event)
        except BadInput as error:
            return self.refuse(event, say("these are no cards: {why}", why=str(error)))

    def _why_not_now(self, event: Event) -> Message | None:
        """Return why `event` cannot be about the present turn, if it cannot."""
        seat = self.turn_of if isinstance(event, Confirmed) else getattr(event, "seat", None)
        if seat is None or isinstance(event, Begins):
            return NOT_NOW
        if (nobody := why_nobody(event, self.table)) is not None:
            return nobody
        if self.over:
            return MATCH_IS_OVER
        if seat != self.turn_of:
            return say("it is the turn of {name}", name=self.table.name(self.turn_of))
        return None

    @property
    def _judge(self) -> Judge:
        return Judge(self)

    def _in_turn(self, event: Event) -> MonadVerdict:
        match event:
            case CardPicked():
                return self._picked(event, card(event.card))
            case Traded() | Bought() | Leapt():
                return self._operated(event, _operation(event, self))
            case BonusTaken(ranks=ranks):
                return self._bonus(event, _ranks(ranks))
            case BonusDeclined():
                return self._bonus_declined(event)
            case Drawn() | DiscardFlipped() | Passed() | HandShown():
                return self._instead(event)
            case TurnEnded() | Pressed() | Confirmed():
                return self._ended(event)
        return self.refuse(event, NOT_NOW)

    # Cards are laid out, and put to use.

    def _picked(self, event: CardPicked, picked: MonadCard) -> MonadVerdict:
        laid = self.turn.picked
        if event.back:
            if picked not in laid:
                return self.refuse(event, say("{card} is not laid out", card=card_name(picked)))
            at = laid.index(picked)
            return self._with_turn(picked=(*laid[:at], *laid[at + 1 :])), ()
        lacking = self._judge.lacking((*laid, picked))
        if lacking:
            return self.refuse(event, *lacking)
        return self._with_turn(picked=(*laid, picked)), ()

    def _with_turn(self, **changes: object) -> MonadMatch:
        return replace(self, turn=replace(self.turn, **changes))  # type: ignore[arg-type]

    def _operated(self, event: Event, operation: Operation | None) -> MonadVerdict:
        if operation is None:
            return self.refuse(event, say("these cards are no pair: two of one rank, or one of them a joker"))
        wrong = self._judge.faults(operation)
        if wrong:
            return self.refuse(event, *wrong)
        return self._carried_out(operation)

    def _carried_out(self, operation: Operation) -> MonadVerdict:
        seat = self.turn_of
        offered = () if self.turn.bonus_used else self._bonus_of(operation)
        after_market, taken = carried_out(operation, self.market)
        hand = self.hands[seat].without(operation.cards)
        if taken is not None:
            hand = hand.with_card(taken)
        leapt = operation.kind is OperationKind.LEAP
        turn = replace(
            self.turn,
            traded=self.turn.traded or not leapt,
            leaps=self.turn.leaps + leapt,
            unproven=self._is_unproven(leapt=leapt),
            offered=offered,
            picked=(),
        )
        after = replace(self, market=after_market, hands={**self.hands, seat: hand}, turn=turn, moves=self.moves + 1)
        said = Announced(views.done(self, operation, taken), Cue.CALL)
        return after._with_monad(said) if operation.target is Rank.MONAD else (after, (said,))

    def _is_unproven(self, *, leapt: bool) -> bool:
        """Return whether a leap still needs its trade or purchase (MO-A10)."""
        if leapt:
            return self.options.leap_needs is LeapNeeds.AFTERWARDS or not self.turn.traded
        return False

    def _bonus_of(self, operation: Operation) -> tuple[Rank, ...]:
        """Return the bonus of a trade, by the table as it lies afterwards."""
        after, _ = carried_out(operation, self.market)
        return bonus_ranks(operation, after, self.identities.get(self.turn_of), self.options)

    def _with_monad(self, said: Effect) -> MonadVerdict:
        """Count a Monad: "the first player to reach the number wins" (MO-17)."""
        monads = {**self.monads, self.turn_of: self.monads[self.turn_of] + 1}
        after = replace(self, monads=monads)
        if after.monads_of(self.turn_of) < after.needed:
            return after, (said,)
        return after._finished(said)

    def _finished(self, *said: Effect) -> MonadVerdict:
        after = replace(self, over=True, turn=MonadTurn())
        return after, (*said, Announced(views.victory(after), Cue.WON))

    # The bonus: "whoever forgets it right after the trade loses it" (MO-10).

    def _bonus(self, event: Event, ranks: tuple[Rank, ...]) -> MonadVerdict:
        wrong = self._judge.bonus_faults(ranks)
        if wrong:
            return self.refuse(event, *wrong)
        after_market, hand = self.market, self.hands[self.turn_of]
        taken: list[MonadCard] = []
        for rank in ranks:
            top = after_market.top(rank)
            if top is not None:
                after_market, hand = after_market.without_top(rank), hand.with_card(top)
                taken.append(top)
        turn = replace(self.turn, bonus_used=True, offered=(), picked=())
        after = replace(self, market=after_market, hands={**self.hands, self.turn_of: hand}, turn=turn)
        what = listed(card_name(each) for each in taken)
        return after, (Announced(say("bonus for {name}: {cards}", name=self._name, cards=what), Cue.POINTS),)

    def _bonus_declined(self, event: Event) -> MonadVerdict:
        if not self.turn.offered:
            return self.refuse(event, say("there is no bonus to decline"))
        return self._with_turn(offered=()), ()

    @property
    def _name(self) -> str:
        return self.table.name(self.turn_of)

    # Instead of all that: draw, turn over, or pass.

    def _instead(self, event: Event) -> MonadVerdict:
        wrong = self._judge.instead_faults(event)
        if wrong:
            return self.refuse(event, *wrong)
        match event:
            case HandShown(units=units):
                return self._hand_laid_open(read_cards(units))
            case Drawn():
                return self._drawn()
            case DiscardFlipped():
                turned = replace(self, market=self.market.flipped())
                return turned._next_turn(say("{name} turns the discard over", name=self._name))
        return self._passed()

    def _drawn(self) -> MonadVerdict:
        top = self.market.draw[0]
        hands = {**self.hands, self.turn_of: self.hands[self.turn_of].with_card(top)}
        after = replace(self, market=self.market.without_top(Rank.UNIT), hands=hands)
        return after._next_turn(say("{name} draws a Unit", name=self._name))

    def _hand_laid_open(self, units: tuple[MonadCard, ...]) -> MonadVerdict:
        hand = self.hands[self.turn_of]
        after = replace(self, hands={**self.hands, self.turn_of: MonadHand(tuple(sorted((*hand.known, *units))), 0)})
        return after._with_turn(picked=()), ()

    def _passed(self) -> MonadVerdict:
        passes = self.passes + 1
        said = say("{name} passes", name=self._name)
        if passes >= STALEMATE_ROUNDS * len(self.table.seats):
            return replace(self, passes=passes, stalemate=True)._finished(Announced(said, Cue.CALL))
        after, effects = self._next_turn(said)
        return replace(after, passes=passes), effects

    def _ended(self, event: Event) -> MonadVerdict:
        wrong = self._judge.end_faults()
        if wrong:
            return self.refuse(event, *wrong)
        return self._next_turn(say("{name} has finished", name=self._name))

    def _next_turn(self, said: Message) -> MonadVerdict:
        after = replace(self, turn_of=self.table.after(self.turn_of), turn=MonadTurn(), moves=self.moves + 1, passes=0)
        return after, (Announced(said, Cue.CALL),)


def _operation(event: Traded | Bought | Leapt, match: MonadState) -> Operation | None:
    """Return what an event wants to do; a pair that is none gives None."""
    cards = read_cards(event.cards)
    match event:
        case Traded():
            return trade_of(cards, match.identities.get(event.seat))
        case Bought(target=target):
            if target not in range(Rank.BI, Rank.MONAD + 1):
                raise BadInput(f"there is no rank {target} to buy: 2 is a Bi, 6 a Monad")
            return Operation(OperationKind.BUY, cards, Rank(target))
    return Operation(OperationKind.LEAP, cards, LEAP_TO.get(len(cards), Rank.TRI))


def _ranks(text: str) -> tuple[Rank, ...]:
    parts = text.split()
    if not all(part in ("1", "2", "3", "4", "5") for part in parts):
        raise BadInput(f"a bonus is written in ranks, as in 4 3 2 1, not {text!r}")
    return tuple(Rank(int(part)) for part in parts)


def begin(started: Started) -> MonadMatch:
    """Return a new match; who begins is drawn by lot until somebody says who sits left of the dealer (MO-A19)."""
    table = seated(started, "Monad", SEATS)
    count = len(table.seats)
    options = read_options(MonadOptions, started.options)
    if options.teams is Teams.YES and count != 4:
        raise BadInput(f"teams are for four players, not for {count}")
    play = in_play(count, deck(text_of(started)))
    hands = {seat: MonadHand(hidden=UNITS_DEALT) for seat in table.seats}
    if options.dealt is Dealt.BY_COMPANION:
        hands = {seat: MonadHand(cards) for seat, cards in dealt(started.seed, play, table.seats).items()}
    return MonadMatch(
        table,
        options,
        play,
        identities(started.seed, play, table.seats),
        market(started.seed, play),
        hands,
        Lots(started.seed, "dealer").one_of(table.seats),
        dict.fromkeys(table.seats, 0),
    )
