"""What the boards show and offer: everything that can be done can be tapped, and nothing else."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.events import Event
from companion.games.registry import GAMES
from companion.games.thirteen_monsters.cards import Power
from companion.games.thirteen_monsters.events import Attacked, Called, CardFlipped, Offered, PairPicked
from companion.games.thirteen_monsters.referee import ThirteenMatch
from companion.games.thirteen_monsters.state import ThirteenPhase
from companion.journal import build
from companion.view import Action, Board, Tone
from tests.companion.games.thirteen_monsters.thirteen import (
    ONE,
    holding,
    new_match,
    ns,
    ok,
    people,
    refusals,
    with_holdings,
)

AT = ns(1)


def offered(match: ThirteenMatch) -> list[Action]:
    """Every action on the page, of buttons and of pieces."""
    view = match.view()
    on_boards = [piece.action for board in view.boards for piece in board.pieces if piece.action is not None]
    return [*view.actions, *on_boards]


def sent(action: Action) -> Event:
    """The event that a tap sends, as the page builds it."""
    return build(action.event, {"at": AT, **action.values}, GAMES["thirteen-monsters"].vocabulary)


def board(match: ThirteenMatch, title: str) -> Board:
    return next(each for each in match.view().boards if str(each.title) == title)


@pytest.mark.parametrize(("players", "seed"), [(2, 4), (5, 5)])
def test_whatever_the_page_offers_is_accepted_and_there_is_always_a_way_on(players: int, seed: int) -> None:
    """A match is never stuck: at every moment something can be clicked, and nothing that is offered is refused."""
    match = new_match(players, seed, length="short", odds="shown")
    for number, (_, after) in enumerate(people(match, seed)):
        if after.phase is ThirteenPhase.OVER:
            assert [] == offered(after)
        elif number % 5 == 0:
            actions = offered(after)
            assert actions
            assert [] == [(action.event, why) for action in actions[:60] for why in refusals(after, sent(action))]


@pytest.mark.parametrize("seed", range(2))
def test_whatever_people_do_can_be_clicked(seed: int) -> None:
    """A whole match by taps and buttons alone; trades and attacks are offered once their pairs are pointed at."""
    match = new_match(3, seed, length="short")
    for event, after in people(match, seed):
        if isinstance(event, Attacked | Offered):
            match = _pointing(match, event)
        assert replace(event, at=AT) in [sent(action) for action in offered(match)]
        match = after


def _pointing(match: ThirteenMatch, event: Attacked | Offered) -> ThirteenMatch:
    """Point at the pairs that an attack or a trade is about."""
    named = f"{event.monster} {event.pair}" if isinstance(event, Attacked) else f"{event.give} {event.get}"
    return ok(match, *(PairPicked(AT, event.seat, word) for word in named.split()))


def test_the_grid_has_a_piece_for_every_place_and_the_logo() -> None:
    pieces = board(new_match(), "The cards").pieces

    assert (79, 78, 1) == (
        len(pieces),
        sum(piece.tone is Tone.BACK for piece in pieces),
        sum(piece.tone is Tone.BLACK for piece in pieces),
    )
    assert 81 == 78 + 3 * sum(piece.tone is Tone.BLACK for piece in pieces)


def test_cards_are_large_while_they_lie_open() -> None:
    match = new_match()
    match = ok(match, CardFlipped(AT, ONE, match.searchable[0]))

    assert 1 == len(board(match, "Turned up").pieces)


def test_a_tap_freezes_after_the_announcement_and_turns_up_without_it() -> None:
    match = with_holdings(new_match(), holding("", "11.1 11.2 12.3"))
    before = {action.event for action in offered(match)}
    after = {action.event for action in offered(ok(match, Called(AT, ONE, Power.PERMAFROST)))}

    assert ({"CardFlipped"}, {"Froze"}) == (before & {"CardFlipped", "Froze"}, after & {"CardFlipped", "Froze"})


def test_many_monsters_stand_in_rows_of_three() -> None:
    monsters = [f"{number:02}.1 {number:02}.2 {number:02}.3" for number in (1, 2, 3, 4, 5, 6)]
    pieces = board(with_holdings(new_match(), holding("12.1", *monsters)), "The monsters of Ada").pieces
    shapes = {tuple(piece.outline) for piece in pieces}

    assert len(pieces) == len(shapes)
    assert max(x for piece in pieces for x, _ in piece.outline) < 3 * 2.2 + 1
    assert 3 == len({piece.outline[0][1] for piece in pieces if str(piece.name).startswith("the head of")})
