"""The physical cards and tiles of a deck: what each is called, how often it is there, how large, what its back is.

    title = "Monad"                              # what people call it
    [pieces.card]                                # every record of [[card]] is a card
    id = "{colour}-{rank}"                       # made of the record's fields; a record may also say its own `id`
    back = "back"                                # likewise: all alike, or as many as the fields make
    width_mm = 63
    height_mm = 88
    shape = "card"                               # or "hexagon"
    ours = true                                  # the size is that of our own print
    why = "the box does not tell it"

The game's own rules read the other tables of the same file (`companion.decks.files`). A file without `[pieces]` is
a deck from before it: its cards are those of the deck that comes with the game, named by the fields of its own records.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import chain
from typing import Any

from companion.errors import BadInput
from companion.options import did_you_mean

KEY = "pieces"
SMALLEST_MM = 20.0
LARGEST_MM = 300.0
MOST_COPIES = 1000
_SAYS = ("id", "back", "width_mm", "height_mm", "shape", "ours", "why")
_FIELD = re.compile(r"\{(\w+)(?::(\w+))?\}")
_NAME = re.compile(r"[A-Za-z0-9]+(?:[.-][A-Za-z0-9]+)*")
_NO_NAME = re.compile(r"[^A-Za-z0-9.]+")
"""What a value may hold and a name may not: an epee is called so, whatever its accents."""
SIGN = "sign"
"""`{modifier:sign}` is written as plus-2 or minus-2."""


class PieceShape(StrEnum):
    """The outline of a piece."""

    CARD = "card"
    HEXAGON = "hexagon"
    """With a corner at the top."""

    @property
    def plural(self) -> str:
        """What several of them are called."""
        return "cards" if self is PieceShape.CARD else "tiles"


@dataclass(frozen=True, slots=True)
class DeckCard:
    """A card or a tile, as often as it is in the deck: cards that nobody can tell apart share one."""

    id: str
    """The game and the name within its deck, with a slash between them."""
    kind: str
    """The table of the deck that tells it."""
    back: str
    """The id of its other side."""
    width_mm: float
    height_mm: float
    count: int = 1
    shape: PieceShape = PieceShape.CARD
    fields: Mapping[str, Any] = field(default_factory=dict)
    """What its record says."""

    @property
    def name(self) -> str:
        """Its name within the deck."""
        return self.id.partition("/")[2]

    @property
    def back_name(self) -> str:
        """The name of its back within the deck."""
        return self.back.partition("/")[2]

    @property
    def size_mm(self) -> tuple[float, float]:
        """Its width and height."""
        return self.width_mm, self.height_mm

    def text(self, name: str) -> str:
        """Return what a field says, as text."""
        return str(self.fields[name])

    def number(self, name: str) -> int:
        """Return the whole number of a field."""
        return int(self.fields[name])

    def texts(self, name: str) -> tuple[str, ...]:
        """Return the list of a field."""
        return tuple(map(str, self.fields.get(name, ())))


@dataclass(frozen=True, slots=True)
class PhysicalDeck:
    """Everything of a deck that can be printed, seen and held."""

    game: str
    name: str
    title: str
    cards: tuple[DeckCard, ...]
    records: Mapping[str, tuple[Mapping[str, Any], ...]]
    """All records of all tables: a drawing may need more than the card itself."""
    ours: Mapping[str, tuple[str, ...]]
    """The fields of each table whose values are ours and not the box's."""

    def of(self, shape: PieceShape) -> tuple[DeckCard, ...]:
        """Return the cards, or the tiles."""
        return tuple(card for card in self.cards if card.shape is shape)

    def card(self, identity: str) -> DeckCard:
        """Return the card called `identity`, with the game or without; raise BadInput with the nearest name."""
        wanted = identity.rpartition("/")[2]
        names = {card.name: card for card in self.cards}
        if wanted not in names:
            raise BadInput(f"there is no card {wanted!r} in the deck {self.name!r}{did_you_mean(wanted, list(names))}")
        return names[wanted]


def tables_of(data: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the tables whose records are pieces."""
    pieces = data.get(KEY)
    return tuple(pieces) if isinstance(pieces, Mapping) else ()


def piece_faults(data: Mapping[str, Any]) -> Iterator[str]:
    """Yield what is wrong with the pieces of a deck; a deck that tells none is from before them."""
    if KEY not in data:
        return
    pieces = data[KEY]
    if not isinstance(pieces, Mapping) or not pieces:
        yield f"[{KEY}] must name its tables, as in [{KEY}.card]"
        return
    faults = list(chain.from_iterable(_table_faults(table, data) for table in pieces))
    yield from faults
    if faults:
        return
    cards = _merged(_cards(data))
    counts = Counter(card.id for card in cards)
    yield from (
        f"{count} different records are called {identity!r}: say an id of its own in each"
        for identity, count in counts.items()
        if count > 1
    )
    backs = {card.back for card in cards}
    yield from (f"{identity!r} is called like a back" for identity in counts if identity in backs)


def _table_faults(table: str, data: Mapping[str, Any]) -> Iterator[str]:
    """Yield what is wrong with one table of pieces."""
    declared, where = data[KEY][table], f"[{KEY}.{table}]"
    if not isinstance(declared, Mapping):
        yield f"{where} must be a table"
        return
    yield from (f"{where} has no field {key!r}{did_you_mean(key, list(_SAYS))}" for key in declared if key not in _SAYS)
    for key in ("width_mm", "height_mm"):
        size = declared.get(key)
        if isinstance(size, bool) or not isinstance(size, int | float) or not SMALLEST_MM <= size <= LARGEST_MM:
            yield f"{where}: {key} is {SMALLEST_MM:.0f} to {LARGEST_MM:.0f}, not {size!r}"
    if declared.get("shape", "card") not in list(PieceShape):
        yield f"{where}: shape is card or hexagon, not {declared['shape']!r}"
    yield from (f"{where}: {key} must be text" for key in ("id", "back") if not isinstance(declared.get(key, ""), str))
    if not isinstance(declared.get("back"), str):
        yield f"{where} needs back"
    rows = data.get(table)
    if not isinstance(rows, list) or not rows or not all(isinstance(row, Mapping) for row in rows):
        yield f"{where} needs its records, [[{table}]]"
        return
    yield from chain.from_iterable(_row_faults(f"{table} {at}", row, declared) for at, row in enumerate(rows, start=1))


def _row_faults(where: str, row: Mapping[str, Any], declared: Mapping[str, Any]) -> Iterator[str]:
    """Yield what is wrong with one record, as far as its name, its back and its count go."""
    count = row.get("count", 1)
    if type(count) is not int or not 1 <= count <= MOST_COPIES:
        yield f"{where}: count cannot be {count!r}"
    patterns = {"id": row.get("id", declared.get("id", "{id}")), "back": declared.get("back", "")}
    for key, pattern in patterns.items():
        if not isinstance(pattern, str):
            yield f"{where}: {key} must be text, not {pattern!r}"
            continue
        missing = [name for name, _ in _FIELD.findall(pattern) if name not in row]
        if missing:
            yield f"{where} needs {', '.join(missing)}, of which its {key} is made"
        elif not _NAME.fullmatch(_made(pattern, row)):
            yield f"{where}: {key} is made of letters, figures, dots and hyphens, not {_made(pattern, row)!r}"


def _made(pattern: str, row: Mapping[str, Any]) -> str:
    """Return a name made of a record's fields; what is empty leaves no hyphen behind."""
    text = _FIELD.sub(lambda found: _written(row[found[1]], found[2] or ""), pattern)
    return "-".join(part for part in text.split("-") if part)


def _written(value: object, how: str) -> str:
    """Return the value of a field as a name holds it."""
    if isinstance(value, list | tuple):
        return "-".join(_written(each, how) for each in value)
    if how == SIGN and isinstance(value, int):
        return f"{'minus' if value < 0 else 'plus'}-{abs(value)}"
    if how.isdigit() and isinstance(value, int):
        return f"{value:0{int(how)}d}"
    plain = unicodedata.normalize("NFKD", str(value)).encode("ascii", "ignore").decode()
    return _NO_NAME.sub("-", plain)


def read_pieces(data: Mapping[str, Any], shipped: Mapping[str, Any]) -> PhysicalDeck:
    """Return the physical deck that `data` tells, with the pieces of the `shipped` one where it tells none.

    Raises:
        BadInput: its records do not make cards; the line names every fault.

    """
    game, name = str(data.get("game", "")), str(data.get("name", ""))
    whole = data if KEY in data else _with_pieces_of(data, shipped)
    faults = [*piece_faults(whole)] if KEY in whole else [f"it needs [{KEY}]"]
    if not _NAME.fullmatch(game):
        faults.insert(0, f"game must be a name, not {game!r}")
    if faults:
        raise BadInput(f"the deck {name!r} cannot be used: {'; '.join(faults[:6])}")
    records = {
        table: tuple(rows)
        for table, rows in whole.items()
        if isinstance(rows, list) and all(isinstance(row, Mapping) for row in rows)
    }
    title = str(whole.get("title") or name or game)
    return PhysicalDeck(game, name, title, _merged(_cards(whole)), records, _ours(whole.get("fields")))


def _with_pieces_of(data: Mapping[str, Any], shipped: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a deck from before `[pieces]` with those of its game, and with the tables that it did not have yet."""
    if KEY not in shipped:
        return data
    added = {table: shipped[table] for table in tables_of(shipped) if table not in data}
    title = {"title": shipped["title"]} if "title" in shipped and "title" not in data else {}
    return {**title, **data, **added, KEY: shipped[KEY]}


def _merged(cards: Iterable[DeckCard]) -> tuple[DeckCard, ...]:
    """Return the cards with those in one that nobody can tell apart: a file may count them in several records."""
    found: list[DeckCard] = []
    for card in cards:
        same = next((at for at, each in enumerate(found) if replace(each, count=card.count) == card), None)
        if same is None:
            found.append(card)
        else:
            found[same] = replace(card, count=card.count + found[same].count)
    return tuple(found)


def _cards(whole: Mapping[str, Any]) -> Iterator[DeckCard]:
    """Yield the card of every record in the order of the file."""
    for table in tables_of(whole):
        declared = whole[KEY][table]
        for row in whole[table]:
            fields = {key: _frozen(value) for key, value in row.items() if key not in ("id", "count")}
            yield DeckCard(
                f"{whole['game']}/{_made(row.get('id', declared.get('id', '')), row)}",
                table,
                f"{whole['game']}/{_made(declared['back'], row)}",
                float(declared["width_mm"]),
                float(declared["height_mm"]),
                row.get("count", 1),
                PieceShape(declared.get("shape", "card")),
                fields,
            )


def _frozen(value: object) -> object:
    return tuple(value) if isinstance(value, list) else value


def _ours(fields: object) -> Mapping[str, tuple[str, ...]]:
    """Return the fields of each table whose values are ours."""
    tables = fields if isinstance(fields, Mapping) else {}
    return {
        table: tuple(name for name, entry in declared.items() if isinstance(entry, Mapping) and entry.get("ours"))
        for table, declared in tables.items()
        if isinstance(declared, Mapping)
    }
