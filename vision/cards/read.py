"""Reading cards: anywhere on the table, turned any way, touching, of several sizes, against a deck.

find (detect) → corners (refine) → which card (classify) → what may be believed (confidence) → observation
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import compress

import cv2
import numpy as np

from companion.observations import CardCandidate, Kind, Observation, Problem, ProblemKind, SeenCard
from companion.texts import say
from vision.arrays import Floats, Image
from vision.cards.classify import Guess, classified
from vision.cards.confidence import CardStanding, CardVerdict, Shows, judged
from vision.cards.crops import is_cut_out
from vision.cards.deck import LearntDeck
from vision.cards.detect import CardCover, Find, best_finds, find_cards, outset, shared, sides
from vision.cards.outlines import both, outlined
from vision.cards.params import DEFAULT, CardParams
from vision.cards.refine import refined, upright
from vision.cards.strips import classified_strip, is_whole
from vision.frame import checked
from vision.operations import quad_of

MOST_ROUNDS = 4
"""Neighbours of neighbours are looked for so many times."""
LEAST_CARD = 0.65
"""What is no card of the deck and was found less clearly than this is a thing on the table."""


@dataclass(frozen=True, slots=True, eq=False)
class _Spot:
    """A place where a card seems to lie, and what it may be."""

    find: Find
    corners: Floats
    guesses: list[Guess]
    shows: Shows


@dataclass(frozen=True, slots=True, eq=False)
class _Card:
    """One card between the stages."""

    find: Find
    corners: Floats
    guesses: list[Guess]
    verdict: CardVerdict


def read_cards(image: Image, deck: LearntDeck, params: CardParams = DEFAULT) -> Observation:
    """Return the cards in `image`, row by row as they lie."""
    image = checked(image)
    cards = _cards(image, deck, params)
    ordered = _in_order([card for card in cards if not _is_nothing(card)])
    seen = tuple(_seen(card) for card in ordered)
    return Observation(Kind.CARDS, (), tuple(_problems(ordered, image, params)), cards=seen)


def _cards(image: Image, deck: LearntDeck, params: CardParams) -> list[_Card]:
    alone = _whole_picture(image, deck, params)
    if alone is not None and (is_cut_out(image) or alone.verdict.standing is CardStanding.SURE):
        return [alone]
    finds, cover = find_cards(image, params.finder)
    corners = refined(image, [find.corners for find in finds])
    edged = [find for find in outlined(image, params.outlines) if is_whole(find.corners, deck, params.strips)]
    finds, corners = both(finds, corners, edged, params.outlines)
    kept = _without_nested(_spots(image, finds, corners, deck, params), params)
    kept = _with_neighbours(image, kept, cover, deck, params)
    return [_judged(spot, kept, image, params) for spot in kept]


def _spots(image: Image, finds: list[Find], corners: list[Floats], deck: LearntDeck, params: CardParams) -> list[_Spot]:
    """Return the finds with what each may be."""
    whole = [is_whole(each, deck, params.strips) for each in corners]
    guesses = iter(classified(image, list(compress(corners, whole)), deck, params.classifier))
    return [
        _Spot(
            find,
            place,
            next(guesses) if shape else classified_strip(image, place, deck, params.classifier, params.strips),
            Shows.WHOLE if shape else Shows.STRIP,
        )
        for find, place, shape in zip(finds, corners, whole, strict=True)
    ]


def _with_neighbours(
    image: Image, spots: list[_Spot], cover: CardCover, deck: LearntDeck, params: CardParams
) -> list[_Spot]:
    """Return the spots and the cards that touch them: where cards lie side by side, one tells where the next one is."""
    for _ in range(MOST_ROUNDS):
        known = [spot for spot in spots if spot.shows is Shows.WHOLE and _is_known(spot, params)]
        places = [
            place
            for spot in known
            for place in _beside(spot.corners)
            if cover.at(place.mean(axis=0)) > params.finder.any_part
            and all(cv2.pointPolygonTest(o.corners.astype(np.float32), _middle(place), False) < 0 for o in known)
        ]
        finds = best_finds([Find(place, 0.5, 1.0) for place in places], params.finder.same)
        if not finds:
            break
        new = _spots(image, finds, refined(image, [find.corners for find in finds]), deck, params)
        found = [spot for spot in new if spot.shows is Shows.WHOLE and _is_known(spot, params)]
        if not found:
            break
        spots = _without_nested([*spots, *found], params)
    return spots


def _middle(corners: Floats) -> tuple[float, float]:
    return float(corners[:, 0].mean()), float(corners[:, 1].mean())


def _beside(corners: Floats) -> list[Floats]:
    """Return where the cards would lie that touch the four sides of a card, in its own plane."""
    unit = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], np.float32)
    plane = cv2.getPerspectiveTransform(unit, corners.astype(np.float32))
    steps = np.array([(1, 0), (-1, 0), (0, 1), (0, -1)], np.float32)
    return [np.asarray(cv2.perspectiveTransform((unit + step)[None], plane)[0], float) for step in steps]


def _without_nested(spots: list[_Spot], params: CardParams) -> list[_Spot]:
    """Return the spots without those that take up the place of one that looks more like a card of the deck."""
    kept: list[_Spot] = []
    for spot in sorted(spots, key=lambda each: -_likeness(each, params)):
        most = params.finder.overlap if _is_known(spot, params) else params.finder.meets
        if all(shared(spot.corners, other.corners) < most for other in kept):
            kept.append(spot)
    return kept


def _likeness(spot: _Spot, params: CardParams) -> float:
    """Return how much a spot looks like a card: of the deck first of all, else of any."""
    return 1 + spot.guesses[0].likeness if _is_known(spot, params) else spot.find.score * spot.find.fill


def _is_known(spot: _Spot, params: CardParams) -> bool:
    """Return whether a spot looks like any card of the deck."""
    return bool(spot.guesses) and spot.guesses[0].likeness >= params.confidence.least_likeness


def _judged(spot: _Spot, all_spots: list[_Spot], image: Image, params: CardParams) -> _Card:
    meets = any(other is not spot and shared(spot.corners, other.corners) > params.finder.meets for other in all_spots)
    under = spot.shows is Shows.WHOLE or _lies_under(spot, all_spots, params)
    shows = spot.shows if under and not meets and _is_inside(spot.corners, image) else Shows.CUT
    verdict = judged(spot.guesses, min(sides(spot.corners)), shows, params.confidence)
    return _Card(spot.find, spot.corners, spot.guesses, verdict)


def _lies_under(strip: _Spot, spots: list[_Spot], params: CardParams) -> bool:
    """Return whether a known card lies at a strip, which may hide the rest of it: a bar of a card is no strip."""
    around = outset(strip.corners, params.strips.reach * min(sides(strip.corners)))
    return any(
        other is not strip and _is_known(other, params) and shared(around, other.corners) > params.strips.touches
        for other in spots
    )


def _whole_picture(image: Image, deck: LearntDeck, params: CardParams) -> _Card | None:
    """Return the picture as one card, if it has the shape of one."""
    high, wide = image.shape[:2]
    aspect = max(high, wide) / min(high, wide)
    if deck.aspects and all(abs(aspect / known - 1) > 0.08 for known in deck.aspects):
        return None
    corners = upright(np.array([(0, 0), (wide, 0), (wide, high), (0, high)], float) - 0.5)
    guesses = classified(image, [corners], deck, params.classifier)[0]
    verdict = judged(guesses, min(wide, high), Shows.WHOLE, params.confidence)
    return (
        None if verdict.standing is CardStanding.FOREIGN else _Card(Find(corners, 1.0, 1.0), corners, guesses, verdict)
    )


def _is_inside(corners: Floats, image: Image) -> bool:
    high, wide = image.shape[:2]
    slack = 0.03 * min(sides(corners))
    return bool((corners > -slack).all() and (corners < np.array((wide, high)) + slack).all())


def _is_nothing(card: _Card) -> bool:
    """Return whether this was a thing on the table and no card: not of the deck, and not found clearly."""
    return card.verdict.standing is CardStanding.FOREIGN and card.find.score * card.find.fill < LEAST_CARD


def _in_order(cards: list[_Card]) -> list[_Card]:
    """Return the cards row by row: a row is what lies within half a card of its first one."""
    left = sorted(cards, key=lambda card: float(card.corners[:, 1].mean()))
    out: list[_Card] = []
    while left:
        top, reach = float(left[0].corners[:, 1].mean()), 0.5 * float(np.ptp(left[0].corners[:, 1]))
        row = [card for card in left if float(card.corners[:, 1].mean()) < top + reach]
        out += sorted(row, key=lambda card: float(card.corners[:, 0].mean()))
        left = [card for card in left if all(card is not other for other in row)]
    return out


def _seen(card: _Card) -> SeenCard:
    best = card.guesses[0] if card.guesses else None
    known = best is not None and card.verdict.standing is not CardStanding.FOREIGN
    others = tuple(
        CardCandidate(guess.view.id, float(np.clip(guess.similarity, 0, 1) * (0.5 if known else 0.3)))
        for guess in card.guesses[1 if known else 0 :]
    )
    turn = best.turn + (1 if best.view.lying else 0) if best else 0
    return SeenCard(
        best.view.id if best is not None and known else None,
        best.view.face if best is not None and known else None,
        card.verdict.confidence,
        card.verdict.standing is CardStanding.SURE,
        quad_of(np.roll(card.corners, -turn, axis=0)),
        others if card.verdict.standing is not CardStanding.SURE else others[:2],
        card.verdict.covered,
    )


def _problems(cards: list[_Card], image: Image, params: CardParams) -> Iterator[Problem]:
    """Yield what keeps the cards from being sure, in words for the people at the table."""
    if not cards:
        yield Problem.of(ProblemKind.NOTHING, say("I see no cards"))
    for number, card in enumerate(cards, start=1):
        short = min(sides(card.corners))
        if not _is_inside(card.corners, image):
            yield Problem.of(ProblemKind.CUT, say("card {card} is partly out of the picture", card=number))
        elif card.verdict.standing is CardStanding.DOUBTED:
            yield _doubt(number, card, short, params)
    yield from _foreign([number for number, card in enumerate(cards, start=1) if _is_foreign(card, image)])
    for one in range(len(cards)):
        for other in range(one):
            if shared(cards[one].corners, cards[other].corners) > params.finder.meets:
                yield Problem.of(
                    ProblemKind.OVERLAP,
                    say("cards {one} and {other} lie one over the other", one=other + 1, other=one + 1),
                )


def _is_foreign(card: _Card, image: Image) -> bool:
    return _is_inside(card.corners, image) and card.verdict.standing is CardStanding.FOREIGN


def _foreign(numbers: Sequence[int]) -> Iterator[Problem]:
    """Yield one sentence about all cards that are not of the deck: a chequered cloth alone may show a dozen."""
    if len(numbers) == 1:
        yield Problem.of(ProblemKind.FOREIGN, say("card {card} is not of this deck", card=numbers[0]))
    elif numbers:
        listed = ", ".join(map(str, numbers))
        yield Problem.of(ProblemKind.FOREIGN, say("these are not of this deck: {cards}", cards=listed))


def _doubt(number: int, card: _Card, short: float, params: CardParams) -> Problem:
    if short < params.confidence.sure_short_px:
        what = say(
            "card {card} is too small: move the camera closer, until it is {pixels} pixels wide",
            card=number,
            pixels=round(params.confidence.sure_short_px),
        )
        return Problem.of(ProblemKind.UNREADABLE, what)
    if card.verdict.covered:
        return Problem.of(ProblemKind.COVERED, say("card {card} is covered in part", card=number))
    if len(card.guesses) > 1:
        first, second = (guess.view.id for guess in card.guesses[:2])
        return Problem.of(
            ProblemKind.UNREADABLE, say("card {card} is {first} or {second}?", card=number, first=first, second=second)
        )
    return Problem.of(ProblemKind.UNREADABLE, say("card {card} is hard to read", card=number))
