"""May the player whose turn it is do that? Every reason why not, for the referee and for the buttons of the page."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace

from companion.events import Event
from companion.games.monad.cards import MonadCard, MonadColour, Rank, card_name, rank_name, read_cards
from companion.games.monad.events import DiscardFlipped, Drawn, HandShown, Passed
from companion.games.monad.hands import MonadHand, could_hold
from companion.games.monad.legal import may_trade_or_buy, why_not_pass
from companion.games.monad.operations import Operation, OperationKind, carried_out, faults
from companion.games.monad.options import BonusPart, DrawAsLast, FlipUnder, LeapNeeds, Leaps
from companion.games.monad.state import MonadState
from companion.texts import Message, say


@dataclass(frozen=True, slots=True)
class Judge:
    """The player whose turn it is, and everything that keeps him from something."""

    match: MonadState

    @property
    def hand(self) -> MonadHand:
        """His hand."""
        return self.match.hands[self.match.turn_of]

    def lacking(self, cards: tuple[MonadCard, ...]) -> tuple[Message, ...]:
        """Return which of `cards` he cannot hold, and why."""
        missing = could_hold(self.hand, cards, self.match.unaccounted)
        return tuple(self._why_not_held(each) for each in Counter(missing))

    def _why_not_held(self, card: MonadCard) -> Message:
        name = self.match.table.name(self.match.turn_of)
        if card.rank is Rank.UNIT and self.hand.hidden and not self.match.unaccounted[card]:
            return say("{name} cannot hold one more {card}: all of them lie elsewhere", name=name, card=card_name(card))
        return say("{name} does not hold {card}", name=name, card=card_name(card))

    def faults(self, operation: Operation) -> tuple[Message, ...]:
        """Return everything that is wrong with `operation`: the cards, the table, and what the turn must still hold."""
        match = self.match
        wrong = (*self.lacking(operation.cards), *faults(operation, match.market, self._identity, match.options))
        if wrong or operation.kind is not OperationKind.LEAP:
            return wrong
        return self._leap_faults(operation)

    @property
    def _identity(self) -> MonadColour | None:
        return self.match.identities.get(self.match.turn_of)

    def _leap_faults(self, leap: Operation) -> tuple[Message, ...]:
        """Return what forbids a leap: "one must be about to carry out at least one more operation" (MO-13)."""
        match = self.match
        if match.options.leaps is Leaps.ONE and match.turn.leaps:
            return (say("only one leap a turn"),)
        proven = match.turn.traded and match.options.leap_needs is LeapNeeds.EITHER
        if proven or self._goes_on_after(leap):
            return ()
        return (say("a leap needs a trade or a purchase in the same turn, and none would be possible"),)

    def _goes_on_after(self, leap: Operation) -> bool:
        """Return whether a trade or purchase is possible after `leap`, whatever the hidden Units may be."""
        market, taken = carried_out(leap, self.match.market)
        hand = self.hand.without(leap.cards)
        hand = hand.with_card(taken) if taken is not None else hand
        after = replace(self.match, market=market, hands={**self.match.hands, self.match.turn_of: hand})
        return may_trade_or_buy(hand, after.unaccounted, market, self._identity, self.match.options)

    def bonus_faults(self, ranks: tuple[Rank, ...]) -> tuple[Message, ...]:
        """Return what is wrong with taking the top cards of `ranks` as a bonus."""
        offered = self.match.turn.offered
        if not offered:
            return (say("there is no bonus to take now"),)
        if len(set(ranks)) != len(ranks) or not ranks:
            return (say("a bonus takes one card of each rank"),)
        wrong = [say("no {rank} belongs to this bonus", rank=rank_name(each)) for each in ranks if each not in offered]
        if self.match.options.bonus_part is BonusPart.ALL_OR_NOTHING and set(ranks) != set(offered):
            wrong.append(say("the bonus is taken as a whole, or not at all"))
        return tuple(wrong)

    def instead_faults(self, event: Event) -> tuple[Message, ...]:
        """Return what forbids drawing, turning over, passing, or showing the hand."""
        match event:
            case HandShown(units=units):
                return self._hand_faults(read_cards(units))
            case Drawn():
                return (*self._acted(as_last=True), *self._no_draw())
            case DiscardFlipped():
                return (*self._acted(as_last=True), *self._no_flip())
            case Passed():
                return (*self._acted(as_last=False), *self._no_pass())
        return ()

    def _acted(self, *, as_last: bool) -> tuple[Message, ...]:
        turn, options = self.match.turn, self.match.options
        if turn.unproven:
            return (say("the leap still needs a trade or a purchase"),)
        if not turn.acted or (as_last and options.draw_as_last is DrawAsLast.DRAW_AS_LAST):
            return ()
        return (say("after a trade, a purchase or a leap the turn is ended, nothing else"),)

    def _no_draw(self) -> tuple[Message, ...]:
        return () if self.match.market.draw else (say("there is no draw pile"),)

    def _no_flip(self) -> tuple[Message, ...]:
        market = self.match.market
        if not market.discard:
            return (say("there is no discard to turn over"),)
        if market.draw and self.match.options.flip_under is FlipUnder.NO:
            return (say("the draw pile is used up first"),)
        return ()

    def _no_pass(self) -> tuple[Message, ...]:
        match = self.match
        if self.hand.hidden:
            return (say("the hand must be shown first: {count} Units are not known", count=self.hand.hidden),)
        return why_not_pass(self.hand.known, match.market, self._identity, match.options)

    def _hand_faults(self, units: tuple[MonadCard, ...]) -> tuple[Message, ...]:
        if len(units) != self.hand.hidden or any(each.rank is not Rank.UNIT for each in units):
            return (say("{count} Units are not known: name each of them", count=self.hand.hidden),)
        return self.lacking((*self.hand.known, *units))

    def end_faults(self) -> tuple[Message, ...]:
        """Return what forbids ending the turn."""
        if self.match.turn.unproven:
            return (say("the leap still needs a trade or a purchase"),)
        if not self.match.turn.acted:
            return (say("trade, buy, draw, turn the discard over, or pass"),)
        return ()
