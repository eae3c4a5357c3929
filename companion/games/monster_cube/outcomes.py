"""What becomes of a claim, a turn and an agreement, and how the match goes on after it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from companion.chance import Lots
from companion.effects import Announced, Cue, Effect
from companion.games.monster_cube.choices import GiveBack, Hints, NoneFound, RuleSet, WrongMove
from companion.games.monster_cube.claims import Verdict, verify_claim
from companion.games.monster_cube.faults import Fault
from companion.games.monster_cube.going_on import finished
from companion.games.monster_cube.hands import Hand
from companion.games.monster_cube.laying import Step
from companion.games.monster_cube.moving import move_faults
from companion.games.monster_cube.showing import Showing
from companion.games.monster_cube.solver import solve
from companion.games.monster_cube.state import MatchState, Missed, Past, Phase
from companion.games.monster_cube.tiles import Layout
from companion.table import Seat
from companion.texts import Message, say


def judged(state: MatchState, showing: Showing) -> Step:
    """Return the match after what `showing` shows was judged."""
    if showing.card is None:
        return state, ()
    code = state.codes(showing.seat)[showing.card]
    verdict = verify_claim(showing.layout, showing.claim(code), state.claim_rules)
    if not verdict.right or verdict.formula is None:
        return failed(state, showing, verdict.faults, verdict)
    name = state.table.name(showing.seat)
    formula = f"{verdict.formula.printed} = {code}"
    why = say("{name} beats monster {card}: {formula}", name=name, card=showing.card, formula=formula)
    past = Past(
        why, showing.now, showing.seat, showing.card, code, verdict, calls=showing.calls, picture=showing.picture
    )
    return _right(_with_layout(state, showing, showing.now), showing, past)


def _with_layout(state: MatchState, showing: Showing, layout: Layout) -> MatchState:
    zone = state.zone(showing.seat)
    return replace(state, layouts={**state.layouts, zone: layout}, showing=None, rounds=state.rounds + 1, hinted=False)


def _right(state: MatchState, showing: Showing, past: Past) -> Step:
    seat, card = showing.seat, past.card
    said = (Announced(past.why, Cue.POINTS),)
    if card is None:
        return state, ()
    if state.rules is RuleSet.ADVANCED:
        return _got_rid_of(state, seat, card, past, said)
    others = [code for code in state.market.zone if code != card]
    missed = _missed(state, showing.layout, others) if _tells_missed(state) else ()
    won = {**state.won, seat: (*state.won[seat], card)}
    market = state.market.without(card)
    if state.rules is not RuleSet.DICE:
        # "He puts the remaining monster cards on the discard" (S0 L212); "one card at a time" (L220).
        market = market.cleared(discard=True)
    after = replace(state, won=won, market=market, agreed=0, idle=0, past=replace(past, missed=missed))
    return replace(after, phase=Phase.VERDICT), said


def _got_rid_of(state: MatchState, seat: Seat, card: int, past: Past, said: tuple[Effect, ...]) -> Step:
    """Rules 2: the player clears what lies in front of him, and the card goes to another (S0 L318-351)."""
    rule = state.options.used_modifiers
    state = with_card_in_hand(state, seat, card)
    hands = dict(state.hands)
    hand, gone = hands[seat].without(card).cleared(rule)
    hands[seat] = hand
    solved = {**state.solved, seat: state.solved[seat] + 1}
    after = replace(state, hands=hands, gone=(*state.gone, *gone), solved=solved, agreed=0, past=past)
    if hand.is_empty:
        after = replace(after, gone=(*after.gone, card))
        return finished(after, said)
    return replace(after, placing=card, phase=Phase.PLACE), said


def with_card_in_hand(state: MatchState, seat: Seat, card: int) -> MatchState:
    """Return the match with `card` in the hand of `seat`.

    With their own cards people know their hands and the companion does not: the hands that it keeps are only as many
    cards as there are. A card that turns up changes places with one of them, wherever it was thought to be.
    """
    hand = state.hands[seat]
    if card in hand.cards or not hand.cards:
        return state
    other = hand.cards[-1]
    trade = {card: other, other: card}
    hands = {each: _traded(mine, trade) for each, mine in state.hands.items()}
    return replace(state, hands=hands, box=tuple(trade.get(code, code) for code in state.box))


def _traded(hand: Hand, trade: Mapping[int, int]) -> Hand:
    pile = tuple(trade.get(code, code) for code in hand.pile)
    return replace(hand, pile=pile, cards=tuple(trade.get(code, code) for code in hand.cards))


def failed(state: MatchState, showing: Showing, faults: tuple[Fault, ...], verdict: Verdict | None = None) -> Step:
    """Return the match after a claim that was wrong, late or empty, or after a turn without a monster."""
    name = state.table.name(showing.seat)
    why = say("{name}: {fault}", name=name, fault=faults[0].what) if faults else say("{name} finds nothing", name=name)
    stays = state.in_turn or _stays(state, showing)
    code = state.codes(showing.seat).get(showing.card) if showing.card is not None else None
    judged_ = verdict or (Verdict(showing.claim(code or 0), faults) if faults else None)
    missed = _missed(state, showing.layout, state.codes(showing.seat).values()) if _tells_missed(state) else ()
    back = showing.move is not None and not stays
    past = Past(
        why, showing.now, showing.seat, showing.card, code, judged_, missed, back, showing.calls, showing.picture
    )
    after = _with_layout(state, showing, showing.now if stays else showing.layout)
    after = replace(after, past=past, agreed=0, idle=state.idle + 1, phase=Phase.VERDICT)
    said = (Announced(why, Cue.REFUSED),)
    match state.rules:
        case RuleSet.CODE:
            given, words = _gives_back(after, showing.seat)
            return given, (*said, *words)
        case RuleSet.NUMBERS:
            return replace(after, market=after.market.cleared(discard=True)), said
    return after, said


def _tells_missed(state: MatchState) -> bool:
    """Whether everybody may see what was possible: a hand of rules 2 goes on being played, and so do open cards."""
    return state.rules in (RuleSet.CODE, RuleSet.NUMBERS) or (
        state.rules is RuleSet.DICE and state.options.hints is Hints.ON
    )


def _stays(state: MatchState, showing: Showing) -> bool:
    """Whether the moved tile stays after a wrong claim (MC-A6); one that must not lie there never does."""
    if state.options.wrong_move is WrongMove.GOES_BACK or showing.move is None:
        return False
    return not any(move_faults(showing.layout, showing.move, showing.linked))


def _gives_back(state: MatchState, seat: Seat) -> Step:
    """Rules 1: "he puts back one of the cards that he has won, if he has any, under the pile" (S0 L223)."""
    won = state.won[seat]
    if not won:
        return replace(state, market=state.market.cleared(discard=True)), ()
    match state.options.give_back:
        case GiveBack.LAST_WON:
            return given_back(state, seat, won[-1])
        case GiveBack.LOT:
            return given_back(state, seat, Lots(state.seed, "give back", state.rounds).one_of(won))
    return (replace(state, phase=Phase.GIVE_BACK), ()) if len(won) > 1 else given_back(state, seat, won[0])


def given_back(state: MatchState, seat: Seat, card: int) -> Step:
    """Return the match after `card` went back under the pile, and the three monsters on the discard."""
    won = {**state.won, seat: tuple(code for code in state.won[seat] if code != card)}
    market = state.market.with_under_pile((card,)).cleared(discard=True)
    what = say("{name} puts monster {code} back under the pile.", name=state.table.name(seat), code=card)
    return replace(state, won=won, market=market, phase=Phase.VERDICT), (Announced(what, Cue.REFUSED),)


def _missed(state: MatchState, layout: Layout, codes: Iterable[int]) -> tuple[Missed, ...]:
    found = solve(layout, tuple(codes), 1, state.claim_rules)
    return tuple(Missed(code, ways[0] if ways else None) for code, ways in found.items())


def agreed_none(state: MatchState, layout: Layout) -> Step:
    """Return the match after everybody agreed that there is no combination (S0 L238-252)."""
    if state.rules is RuleSet.ADVANCED:
        past = Past(say("Nobody finds a combination: the tiles are laid anew."), layout)
        after = replace(state, past=past, relay=True, phase=Phase.VERDICT, rounds=state.rounds + 1)
        return after, (Announced(past.why, Cue.GO),)
    missed = _missed(state, layout, state.market.zone)
    none = all(each.way is None for each in missed)
    relay = none or state.agreed > 0 or state.options.none_found is NoneFound.AT_ONCE
    market = state.market.cleared(discard=False)
    past = Past(_none_words(none=none, relay=relay), layout, missed=missed)
    after = replace(state, market=market, past=past, relay=relay, phase=Phase.VERDICT, rounds=state.rounds + 1)
    return replace(after, agreed=0 if relay else 1, hinted=False), (Announced(past.why, Cue.GO),)


def _none_words(*, none: bool, relay: bool) -> Message:
    if none:
        return say("There is no combination indeed: the tiles are laid anew.")
    if relay:
        return say("Nobody finds a combination: new monsters, and the tiles are laid anew.")
    return say("Nobody finds a combination: new monsters.")
