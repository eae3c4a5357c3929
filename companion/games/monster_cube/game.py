"""Monster Cube as the registry knows it."""

from __future__ import annotations

from companion.games.monster_cube.cards import GAME
from companion.games.monster_cube.events import MONSTER_CUBE_EVENTS
from companion.games.monster_cube.options import MonsterCubeOptions
from companion.games.monster_cube.questions import QUESTIONS
from companion.games.monster_cube.referee import SEATS, begin
from companion.referee import Game
from companion.texts import say

MONSTER_CUBE = Game(
    name=GAME,
    title=say("Monster Cube"),
    seats=SEATS,
    options=MonsterCubeOptions,
    events=MONSTER_CUBE_EVENTS,
    begin=begin,
    questions=QUESTIONS,
)
