"""What Monad answers on the command line: everything that a hand allows.

companion solve monad "y2 n2 r1" --table "r3 o3 b M" --identity yellow --discard "r1"
"""

from __future__ import annotations

from collections.abc import Mapping

from companion.errors import BadInput
from companion.games.monad.cards import COLUMNS, MonadCard, MonadColour, Rank, read_cards, write_cards
from companion.games.monad.legal import is_thrifty, operations, why_not_pass
from companion.games.monad.market import Market
from companion.games.monad.operations import Operation, OperationKind, bonus_ranks, carried_out
from companion.games.monad.options import MonadOptions
from companion.questions import Asked, Question, QuestionAnswer, Verb

MOST_CARDS = 18
"""Of a hand; more of them have too many ways to be worth printing."""


def solve(notation: str, asked: Mapping[str, str], options: MonadOptions) -> QuestionAnswer:
    """Return every legal trade, purchase and leap of a hand, and whether its player may pass, draw or turn over."""
    hand = read_cards(notation)
    if len(hand) > MOST_CARDS:
        raise BadInput(f"a hand of {len(hand)} cards has too many ways to print: at most {MOST_CARDS}")
    market, identity = _market(asked), _identity(asked["identity"])
    found = tuple(operations(hand, market, identity, options))
    why = why_not_pass(hand, market, identity, options)
    lines = [
        _line(each, market, identity, options)
        for each in found
        if each.kind is not OperationKind.BUY or is_thrifty(each)
    ]
    more = len(found) - len(lines)
    lines += [f"and {more} purchases that pay more than they must"] if more else []
    lines += ["draw"] if market.draw else ["flip"] if market.discard else []
    lines += ["pass"] if not why else [f"no pass: {each}" for each in why]
    as_dict = {
        "game": "monad",
        "hand": write_cards(hand),
        "operations": [_json(each, market, identity, options) for each in found],
        "draw": bool(market.draw),
        "flip": bool(market.discard) and not market.draw,
        "pass": not why,
        "why_not_pass": [str(each) for each in why],
    }
    return QuestionAnswer(tuple(lines), as_dict)


def _market(asked: Mapping[str, str]) -> Market:
    """Return the table as it was written: cards of a rank from the top down, an M for each Monad."""
    parts = asked["table"].split()
    lying = read_cards(" ".join(part for part in parts if part != "M"))
    if any(card.rank is Rank.UNIT for card in lying):
        raise BadInput(
            "Units lie on the discard or the draw pile, not on the table: name them with --discard or --draw"
        )
    columns = {rank: tuple(card for card in lying if card.rank is rank) for rank in COLUMNS}
    discard, draw = _units(asked["discard"], "--discard"), _units(asked["draw"], "--draw")
    return Market(columns, parts.count("M"), discard, draw)


def _units(text: str, where: str) -> tuple[MonadCard, ...]:
    cards = read_cards(text)
    if any(card.rank is not Rank.UNIT for card in cards):
        raise BadInput(f"{where} has Units only, as in r1 n1, not {text!r}")
    return cards


def _identity(text: str) -> MonadColour | None:
    if not text:
        return None
    try:
        return MonadColour(text)
    except ValueError:
        raise BadInput(f"an Identity is {', '.join(each.value for each in MonadColour)}, not {text!r}") from None


def _line(operation: Operation, market: Market, identity: MonadColour | None, options: MonadOptions) -> str:
    extra = _bonus(operation, market, identity, options)
    return f"{operation}{' with bonus ' + ' '.join(extra) if extra else ''}"


def _bonus(operation: Operation, market: Market, identity: MonadColour | None, options: MonadOptions) -> list[str]:
    after, _ = carried_out(operation, market)
    return [rank.name.lower() for rank in bonus_ranks(operation, after, identity, options)]


def _json(
    operation: Operation, market: Market, identity: MonadColour | None, options: MonadOptions
) -> dict[str, object]:
    return {
        "kind": operation.kind.value,
        "cards": [str(each) for each in operation.cards],
        "target": operation.target.name.lower(),
        "bonus": _bonus(operation, market, identity, options),
    }


QUESTIONS = (
    Question(
        Verb.SOLVE,
        "HAND",
        "Print everything that HAND allows.\n\n"
        'For example: companion solve monad "y2 g2 r1" --table "r3 o3 M" --discard "r1".\n'
        "Cards are written as colour and rank: r1 is a red Unit, g5 a green Quint.",
        solve,
        (
            Asked(
                "table",
                "The cards of the columns, each column from its top down, and an M for each Monad.",
                needed=True,
            ),
            Asked("identity", "The colour of the Identity: red, orange, yellow, navy, sky or green."),
            Asked("discard", "The Units on the discard, the last one on top."),
            Asked("draw", "The Units of the draw pile, the top one first."),
        ),
    ),
)
