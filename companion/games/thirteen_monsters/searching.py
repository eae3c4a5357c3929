"""The search: two cards are turned up, three with a Prophet; a pair starts the turn again (S2 L65-87)."""

from __future__ import annotations

from dataclasses import replace

from companion.effects import Announced, Cue
from companion.events import Event
from companion.games.thirteen_monsters import ending
from companion.games.thirteen_monsters.cards import Pair
from companion.games.thirteen_monsters.changes import Changed, final, refused, settled, with_holding
from companion.games.thirteen_monsters.events import Flipped, SearchEnded
from companion.games.thirteen_monsters.judging import can_stop_searching, no_end, no_flip, searches_on
from companion.games.thirteen_monsters.options import Attacks, ProphetLasts
from companion.games.thirteen_monsters.state import Stage, ThirteenState, Turn
from companion.games.thirteen_monsters.words import pair_word
from companion.texts import say


def flipped(match: ThirteenState, event: Flipped) -> Changed:
    """Turn up a card: "Permafrost ends when you turn up your own frozen card" (S2 L380)."""
    cell = event.cell
    wrong = tuple(no_flip(match, cell))
    if wrong:
        return refused(match, event, *wrong)
    turn = replace(match.turn, open=(*match.turn.open, cell), picked=(), called=None)
    frozen = tuple(each for each in match.frozen if each.cell != cell)
    after = replace(final(match), stage=Stage.SEARCH, turn=turn, frozen=frozen, outcome=None, moves=match.moves + 1)
    if after.found is not None:
        return (after, ()) if after.turn.prophet else pair_found(after, after.found)
    if len(turn.open) < after.most_open and after.searchable:
        return after, ()
    return replace(after, stage=Stage.AFTER, turn=replace(turn, prophet=_goes_on_looking(after))), ()


def _goes_on_looking(match: ThirteenState) -> bool:
    return match.turn.prophet and match.options.prophet_lasts is ProphetLasts.UNTIL_NEXT


def search_ended(match: ThirteenState, event: SearchEnded) -> Changed:
    """End the search of a Prophet: with his pair, or without a third card."""
    if match.stage is Stage.SEARCH and match.found is not None:
        return pair_found(match, match.found)
    if not can_stop_searching(match):
        return refused(match, event, say("turn up two cards first"))
    return replace(match, stage=Stage.AFTER, turn=replace(match.turn, prophet=_goes_on_looking(match))), ()


def pair_found(match: ThirteenState, pair: Pair) -> Changed:
    """Give the pair to its finder: "your turn starts again" (S2 L87); the last one begins the final round."""
    seat = match.turn_of
    grid = {cell: card for cell, card in match.grid.items() if card.pair != pair}
    won = with_holding(match, seat, match.mine.with_pairs(pair))
    turn = Turn(
        prophet=_goes_on_looking(match),
        attacked=match.turn.attacked and match.options.attacks is Attacks.ONE_UNTIL_NEXT,
    )
    after = replace(
        won, grid=grid, frozen=tuple(each for each in match.frozen if each.cell in grid), turn=turn, stage=Stage.BEFORE
    )
    found = Announced(
        say("{name} has found {pair}", name=match.table.name(seat), pair=pair_word(match, pair)), Cue.POINTS
    )
    if grid:
        return settled(after, found)
    last = Announced(say("That was the last pair: the final round begins."), Cue.GO)
    return settled(replace(after, final=match.table.clockwise_from(seat), turn=Turn()), found, last)


def turn_ended(match: ThirteenState, event: Event) -> Changed:
    """Turn the cards back and go on to the next player; after the final round, count."""
    wrong = tuple(no_end(match))
    if wrong:
        return refused(match, event, *wrong)
    if searches_on(match):
        return settled(replace(final(match), turn=Turn(), stage=Stage.BEFORE, moves=match.moves + 1))
    left = match.final[1:] if match.final is not None else None
    following = match.table.after(match.turn_of)
    after = replace(
        final(match),
        turn_of=following,
        turn=Turn(),
        stage=Stage.BEFORE,
        final=left,
        outcome=None,
        moves=match.moves + 1,
    )
    return ending.counted(after) if left == () else settled(after)
