"""Cubo as the registry knows it."""

from __future__ import annotations

from companion.games.cubo.events import CUBO_EVENTS
from companion.games.cubo.mat import MATS
from companion.games.cubo.options import CuboOptions
from companion.games.cubo.questions import QUESTIONS, score_of_picture
from companion.games.cubo.referee import SEATS, begin
from companion.games.cubo.simulation import simulate
from companion.observations import Kind
from companion.referee import Game
from companion.texts import say

GAME = Game(
    name="cubo",
    title=say("Cubo"),
    seats=SEATS,
    options=CuboOptions,
    events=CUBO_EVENTS,
    begin=begin,
    mats=MATS,
    simulate=simulate,
    questions=QUESTIONS,
    picture_scores={Kind.CUBO: score_of_picture},
    last_call=say("Cubo!"),
)
