"""Monster Cube as the registry knows it."""

from __future__ import annotations

from companion.drawing.decks import DeckDrawing
from companion.games.monster_cube.cards import NAME, read_monsters
from companion.games.monster_cube.drawing import draw, draw_back
from companion.games.monster_cube.events import MONSTER_CUBE_EVENTS
from companion.games.monster_cube.mat import MATS
from companion.games.monster_cube.options import MonsterCubeOptions
from companion.games.monster_cube.referee import SEATS, begin
from companion.games.monster_cube.simulation import simulate
from companion.games.monster_cube.solver import QUESTIONS
from companion.referee import Game
from companion.texts import say

GAME = Game(
    name=NAME,
    title=say("Monster Cube"),
    seats=SEATS,
    options=MonsterCubeOptions,
    events=MONSTER_CUBE_EVENTS,
    begin=begin,
    mats=MATS,
    drawing=DeckDrawing(draw, draw_back, read_monsters),
    simulate=simulate,
    questions=QUESTIONS,
)
