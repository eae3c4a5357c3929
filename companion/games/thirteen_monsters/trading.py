"""Trades: before the search, as often and with as many players as one likes; the other must agree (S2 L89-97)."""

from __future__ import annotations

from dataclasses import replace

from companion.effects import Announced, Cue
from companion.events import Event
from companion.games.thirteen_monsters.cards import parse_pairs
from companion.games.thirteen_monsters.changes import Changed, final, moved, refused, settled
from companion.games.thirteen_monsters.events import Agreed, Declined, Offered
from companion.games.thirteen_monsters.judging import no_trade
from companion.games.thirteen_monsters.state import Offer, Stage, ThirteenState
from companion.games.thirteen_monsters.words import pairs_word
from companion.texts import Message, say


def offered(match: ThirteenState, event: Offered) -> Changed:
    """Ask another player whether he trades."""
    offer = Offer(event.seat, event.to, parse_pairs(event.give), parse_pairs(event.get))
    wrong = tuple(no_trade(match, offer))
    if wrong:
        return refused(match, event, *wrong)
    after = replace(final(match), stage=Stage.OFFER, offer=offer, turn=replace(match.turn, picked=(), called=None))
    return after, (Announced(offer_word(match, offer), Cue.CALL),)


def offer_word(match: ThirteenState, offer: Offer) -> Message:
    """Return an offer in words."""
    return say(
        "{name} offers {other}: {give} for {get}",
        name=match.table.name(offer.seat),
        other=match.table.name(offer.to),
        give=pairs_word(match, offer.give),
        get=pairs_word(match, offer.get),
    )


def answered(match: ThirteenState, offer: Offer, event: Event) -> Changed:
    """Carry out what the other says to an offer."""
    match event:
        case Agreed(seat=seat) if seat == offer.to:
            return _traded(match, offer)
        case Declined(seat=seat) if seat in (offer.to, offer.seat):
            return replace(match, stage=Stage.BEFORE, offer=None), (Announced(say("no trade"), Cue.CALL),)
    name = match.table.name(offer.to)
    return refused(match, event, say("{name} is asked whether to trade: that is settled first", name=name))


def _traded(match: ThirteenState, offer: Offer) -> Changed:
    after = replace(match, stage=Stage.BEFORE, offer=None, moves=match.moves + 1)
    for pair in offer.give:
        after = moved(after, pair, offer.seat, offer.to)
    for pair in offer.get:
        after = moved(after, pair, offer.to, offer.seat)
    said = say("{name} and {other} trade", name=match.table.name(offer.seat), other=match.table.name(offer.to))
    return settled(after, Announced(said, Cue.POINTS))
