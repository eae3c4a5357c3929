"""Rules 2: seven cards each, the claim with the code as the modifiers have made it, and modifiers for the others."""

from dataclasses import replace

import pytest

from companion.errors import BadInput
from companion.events import Confirmed
from companion.games.monster_cube.cards import CubeHand
from companion.games.monster_cube.claims import Claim
from companion.games.monster_cube.events import AgreedNone, CardChosen, Placed
from companion.games.monster_cube.referee import MonsterCubeMatch
from companion.games.monster_cube.solver import solve
from companion.games.monster_cube.state import MonsterCubePhase
from companion.view import Standing
from tests.companion.games.monster_cube.layouts import faces
from tests.companion.games.monster_cube.table import (
    ADA,
    BEN,
    CLEO,
    after,
    begun,
    confirms,
    gives_up,
    new_match,
    ns,
    play,
    press,
    said,
    shows,
    tick,
)


def with_hands(match: MonsterCubeMatch, **hands: CubeHand) -> MonsterCubeMatch:
    """The match with other hands: a position in the middle of it."""
    seats = {"ada": ADA, "ben": BEN, "cleo": CLEO}
    known = {**match.state.hands, **{seats[name]: hand for name, hand in hands.items()}}
    return MonsterCubeMatch(replace(match.state, hands=known))


def solves(at, match, seat, card):
    """`seat` calls at `at` and makes the code of `card`, as the modifiers have made it."""
    code = match.state.codes(seat)[card]
    claim = solve(match.state.layouts["tiles"], (code,), 1, match.state.claim_rules)[code][0].claim
    return play(match, press(at, seat), *shows(at + 1, "tiles", card, claim))


def test_everybody_has_seven_cards_three_of_them_in_hand():
    hands = begun(6, rules="2").state.hands

    assert {(3, 4)} == {(len(hand.cards), len(hand.pile)) for hand in hands.values()}
    assert 42 == len({card for hand in hands.values() for card in (*hand.cards, *hand.pile)})


@pytest.mark.parametrize(
    ("players", "rules", "line"),
    [
        (1, {"rules": "2"}, "rules 2 are for 2 to 6 players, not for 1"),
        (5, {"rules": "2", "most": "4"}, "rules 2 are for 2 to 4 players, not for 5"),
        (5, {"rules": "1", "most": "4"}, "rules 1 are for 1 to 4 players, not for 5"),
        (5, {"rules": "3"}, "rules 3 are for 1 to 4 players, not for 5"),
        (6, {"rules": "4"}, "rules 4 are for 1 to 4 players, not for 6"),
    ],
)
def test_how_many_may_play(players, rules, line):
    with pytest.raises(BadInput) as refused:
        new_match(players, **rules)

    assert line == str(refused.value)


def test_a_hand_is_shown_on_the_page_of_its_player_only():
    boards = [board for board in begun(2, rules="2").view().boards if board.only_for is not None]

    assert [(ADA, 3), (BEN, 3)] == [(board.only_for, len(board.pieces)) for board in boards]


def test_a_solved_card_goes_in_front_of_another_and_one_is_drawn():
    match = begun(2, rules="2")
    card = match.state.hands[ADA].cards[0]
    match, _ = solves(5, match, ADA, card)
    assert MonsterCubePhase.PLACE is match.state.phase

    placed, words = play(match, Placed(ns(8), BEN))
    hands = placed.state.hands
    assert ((card,), 3, 3) == (hands[BEN].front, len(hands[ADA].cards), len(hands[ADA].pile))
    assert [f"Ben gets the modifier {match.state.cards[card].modifier:+d}."] == said(words)
    assert {ADA: 1, BEN: 0} == placed.state.solved


def test_modifiers_change_the_codes_of_whoever_has_them():
    match = with_hands(begun(2, rules="2"), ben=CubeHand((), (10, 15, 37), (51, 20, 1)))
    total = sum(match.state.cards[code].modifier for code in (51, 20, 1))

    assert {10: 10 + total, 15: 15 + total, 37: 37 + total} == match.state.codes(BEN)
    assert f"{total:+d}" in [str(value) for _, value in match.view().facts]
    beaten, _ = solves(5, match, BEN, 15)
    assert 15 + total == beaten.state.past.code


def test_solving_a_card_removes_all_that_lies_in_front():
    match = with_hands(begun(2, rules="2"), ben=CubeHand((9,), (10, 15, 37), (51, 20, 1)))
    cleared, _ = solves(5, match, BEN, 15)
    kept = with_hands(begun(2, rules="2", used_modifiers="under_own_pile"), ben=CubeHand((9,), (10, 15, 37), (51,)))
    under, _ = solves(5, kept, BEN, 15)

    assert ((), (51, 20, 1)) == (cleared.state.hands[BEN].front, cleared.state.gone)
    assert ((9, 51), ()) == (under.state.hands[BEN].pile, under.state.gone)


@pytest.mark.parametrize(
    ("event", "why"),
    [
        (Placed(ns(8), ADA), "the card goes to another player"),
        (Placed(ns(8), BEN), "three cards lie in front of Ben: one of them must be replaced"),
        (Placed(ns(8), BEN, 3), "three cards lie in front of Ben: one of them must be replaced"),
        (Placed(ns(8), CLEO, 5), "Cleo has room for one more card: none is replaced"),
        (Confirmed(ns(8)), "the solved card must go to another player first"),
    ],
)
def test_where_the_card_may_not_go(event, why):
    match = with_hands(begun(3, rules="2"), ben=CubeHand((), (10, 15, 37), (51, 20, 1)))
    match, _ = solves(5, match, ADA, match.state.hands[ADA].cards[0])

    assert [f"refused: {why}"] == said(play(match, event)[1])


def test_a_fourth_card_replaces_one():
    match = with_hands(begun(2, rules="2"), ben=CubeHand((), (10, 15, 37), (51, 20, 1)))
    card = match.state.hands[ADA].cards[0]
    match = after(solves(5, match, ADA, card)[0], Placed(ns(8), BEN, 20))

    assert ((51, 1, card), (20,)) == (match.state.hands[BEN].front, match.state.gone)


@pytest.mark.parametrize("ends", [gives_up(6, ADA), tick(20)])
def test_a_wrong_claim_costs_nothing(ends):
    match = begun(2, rules="2")
    wrong = after(match, press(5, ADA), ends)

    assert match.state.hands == wrong.state.hands
    assert MonsterCubePhase.OPEN is after(wrong, confirms(30)).state.phase


def test_a_wrong_formula_costs_nothing_either():
    match = begun(2, rules="2")
    card = match.state.hands[ADA].cards[0]
    wrong = after(match, press(5, ADA), *shows(6, "tiles", card, Claim(card, faces("0,0Y 1,0Y 1,1Y"))))

    assert (match.state.hands, MonsterCubePhase.VERDICT) == (wrong.state.hands, wrong.state.phase)
    assert () == wrong.state.past.missed


def test_only_a_card_of_the_own_hand_can_be_played():
    match = begun(2, rules="2")
    other = match.state.hands[BEN].cards[0]

    assert [f"refused: there is no monster {other} to be beaten"] == said(
        play(match, press(5, ADA), CardChosen(ns(6), other))[1]
    )


def test_who_has_got_rid_of_all_cards_wins_at_once():
    match = with_hands(begun(2, rules="2"), ada=CubeHand((), (12,)))
    over, effects = solves(5, match, ADA, 12)

    assert (MonsterCubePhase.OVER, (ADA,)) == (over.state.phase, over.state.winners)
    assert ["Ada beats monster 12", "Ada wins with 1 card: hero of the city!"] == [
        effects_said.split(":")[0] if "beats" in effects_said else effects_said for effects_said in said(effects)
    ]


def test_if_nobody_finds_anything_the_tiles_are_laid_anew_and_hands_stay():
    match = begun(2, rules="2")
    agreed, effects = play(match, AgreedNone(ns(9)))
    anew = after(agreed, confirms(10))

    assert ["Nobody finds a combination: the tiles are laid anew."] == said(effects)
    assert match.state.hands == anew.state.hands
    assert match.state.layouts != anew.state.layouts


def test_with_their_own_cards_people_say_which_card_is_played():
    match = begun(2, rules="2", cards="told")
    hidden = match.state.hands[BEN].cards[0]
    called = after(match, press(5, ADA))
    (board,) = [board for board in called.view().boards if "Which card" in str(board.title)]
    assert 56 == len(board.pieces)

    played, _ = solves(5, match, ADA, hidden)
    assert (hidden, 2) == (played.state.placing, len(played.state.hands[ADA].cards))
    assert 3 == len(played.state.hands[BEN].cards)


def test_the_chosen_card_of_a_hand_stands_out():
    match = begun(2, rules="2")
    card = match.state.hands[ADA].cards[1]
    chosen = after(match, press(5, ADA), CardChosen(ns(6), card))
    hand = next(board for board in chosen.view().boards if board.only_for == ADA)

    assert [Standing.USUAL, Standing.CHOSEN, Standing.USUAL] == [piece.standing for piece in hand.pieces]
