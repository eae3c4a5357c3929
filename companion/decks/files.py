"""Decks as data: one TOML file a deck, read into the game's own records, or refused with every reason.

    game = "monster-cube"          # whose deck it is
    name = "proxy"                 # for the page: whose values these are
    [fields.card]                  # where the values of a field come from
    code = { ours = false, why = "MC-4" }
    stars = { ours = true, why = "only the box can tell" }
    [[card]]                       # one record each; `count = 3` stands for three equal ones
    code = 1
    stars = 1

Every game brings a deck as `companion/games/<game>/deck.toml`; what only the box can tell is a balanced set of our own
there, marked `ours = true`. An owner's file takes its place. A match journals the text of its deck (`Started.deck`),
so it is replayed with the cards that it was played with, whatever becomes of the file.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import MISSING, Field, dataclass, fields
from functools import cache
from importlib.resources import files
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeVar

from companion.decks.cards import KEY, PhysicalDeck, piece_faults, read_pieces, tables_of
from companion.errors import BadEvent, BadInput
from companion.events import Started
from companion.journal import read_as
from companion.options import did_you_mean

Row = TypeVar("Row")
Tables = Mapping[str, type[Any]]
"""The name of each table of a deck, and the dataclass of its records."""

MOST_FAULTS = 6
"""So many faults are told in one line; the others are counted."""
MOST_CARDS = 1000
LARGEST_FILE = 200_000
_HEAD = ("game", "name", "title", "fields", KEY)
_OF_EVERY_RECORD = ("id", "count")
"""What a record may say besides its own fields: its name among the cards, and how often it is there."""


@dataclass(frozen=True, slots=True)
class Deck:
    """A deck that has been read: its records, and which of their fields are ours and not the box's."""

    game: str
    name: str
    rows: Mapping[str, tuple[Any, ...]]
    ours: Mapping[str, tuple[str, ...]]

    def all(self, kind: type[Row]) -> tuple[Row, ...]:
        """Return the records of `kind`, in the order of the file."""
        return tuple(row for table in self.rows.values() for row in table if isinstance(row, kind))


@cache
def shipped(game: str) -> str:
    """Return the text of the deck that comes with `game`."""
    return (files("companion.games") / game.replace("-", "_") / "deck.toml").read_text(encoding="utf-8")


def has_deck(game: str) -> bool:
    """Whether `game` is played with cards or tiles of a deck file."""
    return (files("companion.games") / game.replace("-", "_") / "deck.toml").is_file()


def chosen(game: str, owned: Mapping[str, Path]) -> str:
    """Return the deck that a new match of `game` is played with: the owner's, or the one that comes with the game."""
    if game in owned:
        return own(owned[game])
    return shipped(game) if has_deck(game) else ""


def own(path: str | Path) -> str:
    """Return the text of an owner's deck file; raise BadInput when it cannot be read."""
    try:
        content = Path(path).read_bytes()
    except OSError as error:
        raise BadInput(f"the deck {path} cannot be read: {error.strerror}") from error
    if len(content) > LARGEST_FILE:
        raise BadInput(f"the deck {path} is too large: {len(content)} bytes, at most {LARGEST_FILE}")
    try:
        return content.decode("utf-8").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        raise BadInput(f"the deck {path} is no UTF-8 text") from error


def text_of(started: Started) -> str:
    """Return the deck of a match: the journalled one, or the one that comes with the game."""
    return started.deck or shipped(started.game)


def physical_deck(text: str) -> PhysicalDeck:
    """Return the cards and tiles that the deck `text` tells, of whatever game; raise BadInput with every fault.

    The values of the fields are the game's to judge (`read_deck`).
    """
    data = _parsed(text)
    game = data.get("game")
    known = isinstance(game, str) and game.replace("-", "").isalpha() and has_deck(game)
    return read_pieces(data, _parsed(shipped(game)) if known and game is not None else {})


def _parsed(text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadInput(f"the deck is no TOML: {error}") from error


def read_deck(
    text: str,
    game: str,
    tables: Tables,
    check: Callable[[Deck], Iterable[str]] = lambda _: (),
    *,
    printed: Tables = MappingProxyType({}),
) -> Deck:
    """Return the deck that `text` tells; `check` names what is wrong about the cards taken together.

    The tables of `printed` are cards that the rules make themselves from the other tables: a file may lack them.

    Raises:
        BadInput: it is no deck of this game; the line names every fault.

    """
    data = _parsed(text)
    name = data.get("name", "")
    tables = {**tables, **{table: kind for table, kind in printed.items() if table in data}}
    faults: list[str] = list(_head_faults(data, game, tables))
    rows = {table: tuple(_rows(table, data.get(table, ()), kind, faults)) for table, kind in tables.items()}
    ours = {
        table: names for table, names in _ours(data.get("fields", {}), tables, faults) if names or table not in printed
    }
    deck = Deck(game, str(name), rows, ours)
    _refuse(deck.name, faults or list(check(deck)) or list(piece_faults(data)))
    return deck


def _refuse(name: str, faults: list[str]) -> None:
    if not faults:
        return
    more = f"; and {len(faults) - MOST_FAULTS} more" if len(faults) > MOST_FAULTS else ""
    raise BadInput(f"the deck {name!r} cannot be used: {'; '.join(faults[:MOST_FAULTS])}{more}")


def _head_faults(data: Mapping[str, Any], game: str, tables: Tables) -> Iterator[str]:
    if data.get("game") != game:
        yield f"game must be {game!r}, not {data.get('game')!r}"
    if not isinstance(data.get("name"), str) or not data["name"].strip():
        yield "it needs a name"
    known = [*_HEAD, *tables, *tables_of(data)]
    yield from (f"there is no table {key!r}{did_you_mean(key, known)}" for key in data if key not in known)
    yield from (f"it has no [[{table}]]" for table in tables if not data.get(table))
    if not isinstance(data.get("title", ""), str):
        yield f"title must be text, not {data['title']!r}"


def _rows(table: str, rows: object, kind: type[Any], faults: list[str]) -> Iterator[Any]:
    """Yield the records of a table, each as often as its count says, and note what is wrong with them."""
    if not isinstance(rows, list | tuple) or not all(isinstance(row, Mapping) for row in rows):
        faults.append(f"{table} must be a list of [[{table}]]")
        return
    for number, row in enumerate(rows, start=1):
        where = f"{table} {number}"
        count, record = _counted(row, kind)
        if type(count) is not int or not 1 <= count <= MOST_CARDS:
            faults.append(f"{where}: count cannot be {count!r}")
            continue
        wrong = list(_row_faults(record, kind, where))
        faults.extend(wrong)
        if not wrong:
            yield from [_record(record, kind, where, faults)] * count


def _counted(row: Mapping[str, Any], kind: type[Any]) -> tuple[Any, Mapping[str, Any]]:
    """Return how often a row stands in the deck, and what it says of its own record."""
    own_fields = {each.name for each in fields(kind)}
    record = {key: value for key, value in row.items() if key in own_fields or key not in _OF_EVERY_RECORD}
    return 1 if "count" in own_fields else row.get("count", 1), record


def _row_faults(row: Mapping[str, Any], kind: type[Any], where: str) -> Iterator[str]:
    """Yield every field of a row that its record cannot hold."""
    names = {each.name: each for each in fields(kind)}
    for key, value in row.items():
        if key not in names:
            yield f"{where} has no field {key!r}{did_you_mean(key, list(names))}"
            continue
        try:
            read_as(kind, key, value, f"{where}: {key}")
        except BadEvent as error:
            yield str(error)
    needed = [name for name, each in names.items() if name not in row and not _has_default(each)]
    if needed:
        yield f"{where} needs {', '.join(needed)}"


def _has_default(each: Field[Any]) -> bool:
    return each.default is not MISSING or each.default_factory is not MISSING


def _record(row: Mapping[str, Any], kind: type[Any], where: str, faults: list[str]) -> object:
    try:
        return kind(**{key: read_as(kind, key, value, where) for key, value in row.items()})
    except ValueError as error:
        faults.append(f"{where}: {error}")
        return None


def _ours(record: object, tables: Tables, faults: list[str]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the fields of each table whose values are ours, and note what is wrong with [fields]."""
    for table, kind in tables.items():
        names = [each.name for each in fields(kind)]
        fields_of_table = record.get(table) if isinstance(record, Mapping) else None
        fields_of_table = fields_of_table if isinstance(fields_of_table, Mapping) else {}
        faults.extend(
            f"[fields.{table}] knows no {name!r}{did_you_mean(name, names)}"
            for name in fields_of_table
            if name not in names
        )
        yield (
            table,
            tuple(
                name
                for name in names
                if isinstance(fields_of_table.get(name), Mapping) and fields_of_table[name].get("ours")
            ),
        )
