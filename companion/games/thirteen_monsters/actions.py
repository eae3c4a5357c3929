"""The buttons that the page offers: what the pairs that somebody points at are good for, powers, and going on."""

from __future__ import annotations

from collections.abc import Iterator

from companion.events import Begins
from companion.games.thirteen_monsters import throwing
from companion.games.thirteen_monsters.cards import Pair, write_pairs
from companion.games.thirteen_monsters.events import (
    Agreed,
    Attacked,
    Called,
    CalledOff,
    Declined,
    Forgotten,
    Offered,
    SearchEnded,
    TurnEnded,
)
from companion.games.thirteen_monsters.judging import (
    can_stop_searching,
    no_attack,
    no_end,
    no_power,
    no_trade,
    searches_on,
)
from companion.games.thirteen_monsters.monsters import Power
from companion.games.thirteen_monsters.state import Offer, Stage, ThirteenState
from companion.games.thirteen_monsters.words import monster_word, pair_word, pairs_word, power_word
from companion.texts import say
from companion.view import Action


def actions(match: ThirteenState) -> Iterator[Action]:
    """Yield what people may do now, beside what they can tap on the boards."""
    if match.stage is Stage.OVER:
        return
    yield from _forgotten(match)
    if match.builder is not None:
        return
    match match.stage:
        case Stage.BEFORE:
            yield from _before_the_search(match)
        case Stage.OFFER if match.offer is not None:
            yield from _answers(match, match.offer)
        case Stage.SEARCH:
            yield from _in_the_search(match)
        case Stage.AFTER:
            yield from _powers(match)
            yield from _turn_back(match)
        case Stage.FIGHT if match.fight is not None:
            yield from throwing.actions(match.fight)


def _turn_back(match: ThirteenState) -> Iterator[Action]:
    on = searches_on(match)
    label = say("Turn back and search again") if on else say("Turn back and end the turn")
    yield Action(TurnEnded.__name__, label, match.turn_of, _turn(match), primary=True)


def _turn(match: ThirteenState) -> dict[str, int | str | bool | tuple[int, ...] | None]:
    return {"seat": match.turn_of}


def _forgotten(match: ThirteenState) -> Iterator[Action]:
    """Offer the others to take a power back that was not announced aloud."""
    if match.used is not None:
        name = match.table.name(match.turn_of)
        label = say("{name} did not announce it: take back {power}", name=name, power=power_word(match.used))
        yield Action(Forgotten.__name__, label)


def _before_the_search(match: ThirteenState) -> Iterator[Action]:
    seat = match.turn_of
    if match.turn.picked:
        yield from _attacks(match)
        yield from _trades(match)
    yield from _powers(match)
    if not any(no_end(match)):
        yield Action(TurnEnded.__name__, say("End the turn"), seat, _turn(match), primary=not match.turn.picked)
    if not match.moves:
        for player in match.table.players:
            if player.seat != seat:
                label = say("{name} is the most beastly and begins", name=player.name)
                yield Action(Begins.__name__, label, player.seat, {"seat": player.seat})


def _powers(match: ThirteenState) -> Iterator[Action]:
    seat, called = match.turn_of, match.turn.called
    if called is not None:
        label = say("No {power} after all", power=power_word(called))
        yield Action(CalledOff.__name__, label, seat, _turn(match))
        return
    for power in Power:
        if not any(no_power(match, power)):
            yield Action(Called.__name__, power_word(power), seat, {**_turn(match), "power": power.value})


def _attacks(match: ThirteenState) -> Iterator[Action]:
    """Offer the attack on the one pair of another at which somebody points, with the monster at which he points."""
    mine = [pair for pair in match.turn.picked if match.owner(pair) == match.turn_of]
    targets = [pair for pair in match.turn.picked if match.owner(pair) != match.turn_of]
    if len(targets) != 1:
        return
    target = targets[0]
    for monster in match.mine.active:
        with_it = all(pair in monster.pairs for pair in mine)
        if not with_it or any(no_attack(match, monster.pairs[0], target)):
            continue
        words = {"pair": pair_word(match, target), "monster": monster_word(match, monster)}
        values = {**_turn(match), "monster": str(monster.pairs[0]), "pair": str(target)}
        yield Action(Attacked.__name__, say("Attack {pair} with {monster}", **words), match.turn_of, values)


def _trades(match: ThirteenState) -> Iterator[Action]:
    """Offer to trade the pairs at which somebody points: his own for those of one other player."""
    give = tuple(pair for pair in match.turn.picked if match.owner(pair) == match.turn_of)
    others = tuple(pair for pair in match.turn.picked if match.owner(pair) != match.turn_of)
    owners = {match.owner(pair) for pair in others}
    for seat in match.table.seats:
        if seat == match.turn_of or not owners <= {seat}:
            continue
        offer = Offer(match.turn_of, seat, give, others)
        if not any(no_trade(match, offer)):
            yield _offer(match, offer)


def _offer(match: ThirteenState, offer: Offer) -> Action:
    words = {"give": pairs_word(match, offer.give), "get": pairs_word(match, offer.get)}
    label = say("Offer {other}: {give} for {get}", other=match.table.name(offer.to), **words)
    values = {**_turn(match), "to": offer.to, "give": write_pairs(offer.give), "get": write_pairs(offer.get)}
    return Action(Offered.__name__, label, match.turn_of, values)


def _answers(match: ThirteenState, offer: Offer) -> Iterator[Action]:
    name = match.table.name(offer.to)
    yield Action(Agreed.__name__, say("{name} agrees", name=name), offer.to, {"seat": offer.to}, primary=True)
    yield Action(Declined.__name__, say("{name} does not want to", name=name), offer.to, {"seat": offer.to})
    yield Action(Declined.__name__, say("Withdraw the offer"), offer.seat, {"seat": offer.seat})


def _in_the_search(match: ThirteenState) -> Iterator[Action]:
    seat = match.turn_of
    if match.found is not None:
        found: Pair = match.found
        label = say("Take {pair}", pair=pair_word(match, found))
        yield Action(SearchEnded.__name__, label, seat, _turn(match), primary=True)
    elif can_stop_searching(match):
        yield Action(SearchEnded.__name__, say("No third card"), seat, _turn(match))
