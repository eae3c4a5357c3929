"""13 Monsters as the registry knows it."""

from __future__ import annotations

from companion.drawing.decks import DeckDrawing
from companion.games.thirteen_monsters.cards import NAME, cards
from companion.games.thirteen_monsters.drawing import draw, draw_back
from companion.games.thirteen_monsters.events import FORMER_NAMES, THIRTEEN_EVENTS
from companion.games.thirteen_monsters.mat import MATS
from companion.games.thirteen_monsters.options import ThirteenOptions
from companion.games.thirteen_monsters.questions import QUESTIONS
from companion.games.thirteen_monsters.referee import SEATS, begin
from companion.referee import Game
from companion.texts import say

GAME = Game(
    name=NAME,
    title=say("13 Monsters"),
    seats=SEATS,
    options=ThirteenOptions,
    events=THIRTEEN_EVENTS,
    former_names=FORMER_NAMES,
    begin=begin,
    mats=MATS,
    drawing=DeckDrawing(draw, draw_back, cards),
    questions=QUESTIONS,
)
