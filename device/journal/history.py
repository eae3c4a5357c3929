"""The list of earlier matches, read from the journal."""

from __future__ import annotations

from companion.service import MatchPast
from companion.session import fold
from device.journal.safe_mode import Journal


def earlier_matches(store: Journal) -> tuple[MatchPast, ...]:
    """Return the matches in `store`, the latest first."""
    past = []
    for row in store.matches():
        match = fold(store.events(row.number))
        view = match.referee.view()
        totals = view.sheet.totals if view.sheet else {}
        winners = view.result.winners if view.result else ()
        over = view.result is not None
        past.append(MatchPast(row.number, row.game, match.started.players, totals, over, winners))
    return tuple(past)
