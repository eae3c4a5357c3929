"""Monster Rush as the registry knows it."""

from __future__ import annotations

from companion.drawing.decks import DeckDrawing
from companion.games.monster_rush.cards import NAME, cards
from companion.games.monster_rush.drawing import draw, draw_back
from companion.games.monster_rush.events import FORMER_NAMES, RUSH_EVENTS
from companion.games.monster_rush.mat import MATS
from companion.games.monster_rush.options import RushOptions
from companion.games.monster_rush.referee import SEATS, begin
from companion.referee import Game
from companion.texts import say

GAME = Game(
    name=NAME,
    title=say("Monster Rush"),
    seats=SEATS,
    options=RushOptions,
    events=RUSH_EVENTS,
    former_names=FORMER_NAMES,
    begin=begin,
    mats=MATS,
    drawing=DeckDrawing(draw, draw_back, cards),
)
