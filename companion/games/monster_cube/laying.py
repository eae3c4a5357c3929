"""LAY: the tiles are laid, by the companion's lot or by people under the camera, until all of them are known."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

from companion.chance import Lots
from companion.effects import Announced, Cue, Effect
from companion.events import Corrected, PartAdded, PartRemoved, ReadingConfirmed, Saw, ZoneEvent
from companion.games.monster_cube.cards import SERIES
from companion.games.monster_cube.events import FaceTapped, FaceTold, TilesDealt
from companion.games.monster_cube.options import LaidAgain, StartLayout
from companion.games.monster_cube.reading import TilesReading
from companion.games.monster_cube.state import MonsterCubePhase, MonsterCubeState
from companion.games.monster_cube.tiles import SLANTED, ZIGZAG, FaceAt, Layout, laid
from companion.observations import Axial
from companion.referee import refused as refused
from companion.texts import Message, say

Step: TypeAlias = "tuple[MonsterCubeState, tuple[Effect, ...]]"
LayingEvent: TypeAlias = "ZoneEvent | TilesDealt | FaceTapped | FaceTold"


def lay(state: MonsterCubeState, event: LayingEvent) -> Step:
    """Return the match after something was said about the tiles."""
    match event:
        case TilesDealt():
            return dealt(state), (
                Announced(say("The tiles are laid. Lay yours like this, or play on the page."), Cue.GO),
            )
        case FaceTold():
            return _face_corrected(state, event)
    if event.zone not in state.zones:
        return refused(state, event, say("no tiles lie there"))
    match event:
        case FaceTapped():
            return _changed(state, event, lambda reading: reading.tapping(FaceAt((event.q, event.r), event.face)))
        case Corrected() | PartRemoved() | PartAdded():
            return _changed(state, event, lambda reading: reading.changed(event))
        case ReadingConfirmed():
            return _changed(state, event, lambda reading: reading.confirmed(state.options.linked))
    return _begin_reading(state, event)


def start_places(state: MonsterCubeState) -> tuple[Axial, ...]:
    """Return the nine places of the start layout."""
    return ZIGZAG if state.options.start_layout is StartLayout.ZIGZAG else SLANTED


def dealt(state: MonsterCubeState) -> MonsterCubeState:
    """Return the match with all tiles laid by lot, every player's series for himself."""
    number = state.lays + 1
    layouts = {zone: _by_lot(state, at, zone, number) for at, zone in enumerate(state.zones)}
    return replace(state, layouts=layouts, readings={}, dealt=True, lays=number)


def _by_lot(state: MonsterCubeState, series: int, zone: str, number: int) -> Layout:
    tiles = state.series[SERIES[series]]
    return laid(start_places(state), Lots(state.seed, "tiles", zone, number).shuffled(tiles))


def with_tiles_laid_again(state: MonsterCubeState) -> MonsterCubeState:
    """Return the match with the tiles in three rows again (MC-21), or waiting for people to lay them."""
    begin = replace(state, relay=False)
    if state.options.laid_again is LaidAgain.AS_AT_FIRST:
        return replace(begin, layouts=dict(state.first))
    if state.dealt:
        return dealt(begin)
    return replace(begin, layouts={}, readings={}, phase=MonsterCubePhase.LAY)


def forgotten(state: MonsterCubeState, zone: str) -> MonsterCubeState:
    """Return the match with nothing known about `zone`."""
    layouts = {each: layout for each, layout in state.layouts.items() if each != zone}
    readings = {each: reading for each, reading in state.readings.items() if each != zone}
    return replace(state, layouts=layouts, readings=readings, dealt=False)


def with_reading(state: MonsterCubeState, reading: TilesReading) -> MonsterCubeState:
    """Return the match with `reading`; as soon as nothing about it is open the tiles are known."""
    clean = forgotten(state, reading.zone)
    # Only one face at a time waits for its value.
    others = {zone: replace(each, tapped=None) if reading.tapped else each for zone, each in clean.readings.items()}
    layout = reading.layout
    if layout is not None and reading.tapped is None and not reading.doubts(state.options.linked):
        return replace(clean, readings=others, layouts={**clean.layouts, reading.zone: layout})
    return replace(clean, readings={**others, reading.zone: reading})


def _begin_reading(state: MonsterCubeState, event: ZoneEvent) -> Step:
    reading = TilesReading.begin(event, state.side, start_places(state))
    if isinstance(reading, Message):
        return refused(state, event, reading)
    after = forgotten(state, event.zone) if reading is None else with_reading(state, reading)
    unsure = isinstance(event, Saw) and event.zone not in after.layouts
    return after, (Announced(say("I am not sure about the tiles."), Cue.UNREADABLE),) if unsure else ()


def _changed(
    state: MonsterCubeState, event: ZoneEvent | FaceTapped, change: Callable[[TilesReading], TilesReading | Message]
) -> Step:
    reading = state.readings.get(event.zone) or _as_reading(state, event.zone)
    if reading is None:
        return refused(state, event, say("no tiles have been read there yet"))
    after = change(reading)
    return refused(state, event, after) if isinstance(after, Message) else (with_reading(state, after), ())


def _as_reading(state: MonsterCubeState, zone: str) -> TilesReading | None:
    """Return known tiles as a reading, so that a face that was misread can be corrected."""
    layout = state.layouts.get(zone)
    return None if layout is None else TilesReading.known(zone, state.side, layout)


def _face_corrected(state: MonsterCubeState, event: FaceTold) -> Step:
    reading = next((each for each in state.readings.values() if each.tapped is not None), None)
    if reading is None:
        return refused(state, event, say("tap a face first"))
    corrected = reading.corrected(event)
    return refused(state, event, corrected) if isinstance(corrected, Message) else (with_reading(state, corrected), ())


def why_not_laid(state: MonsterCubeState) -> Message | None:
    """Return what is still open about the tiles, or None."""
    for zone in state.zones:
        if zone in state.readings:
            doubts = state.readings[zone].doubts(state.options.linked)
            return doubts[0] if doubts else say("say what the face shows that you have tapped")
        if zone not in state.layouts:
            return say("put the tiles under the camera, or let the companion lay them")
    return None
