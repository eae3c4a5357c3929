"""What the page shows of a match that stands still because somebody cannot be heard."""

from __future__ import annotations

from dataclasses import replace

from companion.events import Pressed, Resumed, SlotPressed
from companion.texts import Message, say
from companion.view import Action, View

GO_ON = Action(Resumed.__name__, say("Go on without it"), primary=True)
"""The button that ends a pause; the confirm button of the table does the same."""

_CALLS = frozenset({Pressed.__name__, SlotPressed.__name__})


def paused(view: View, why: Message) -> View:
    """Return `view` as it is shown in a pause: nobody can call, everything else is as it was."""
    others = (replace(action, primary=False) for action in view.actions if action.event not in _CALLS)
    hint = say(
        "Presses do not count now, and time stands still. Plug it in again, or press confirm to go on without it."
    )
    headline = say("Paused: {why}", why=why)
    return replace(view, headline=headline, hint=hint, actions=(GO_ON, *others), deadline=None)
