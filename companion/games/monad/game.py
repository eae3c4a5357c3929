"""Monad as the registry knows it."""

from __future__ import annotations

from companion.drawing.decks import DeckDrawing
from companion.games.monad.drawing import draw, draw_back
from companion.games.monad.events import FORMER_NAMES, MONAD_EVENTS
from companion.games.monad.market import NAME, deck
from companion.games.monad.mat import MATS
from companion.games.monad.options import MonadOptions
from companion.games.monad.questions import QUESTIONS
from companion.games.monad.referee import SEATS, begin
from companion.referee import Game
from companion.texts import say

GAME = Game(
    name=NAME,
    title=say("Monad"),
    seats=SEATS,
    options=MonadOptions,
    events=MONAD_EVENTS,
    former_names=FORMER_NAMES,
    begin=begin,
    mats=MATS,
    drawing=DeckDrawing(draw, draw_back, deck),
    questions=QUESTIONS,
)
