"""The JSON that the page gets, as types: the one place where its fields are named.

`web.render` and `web.boards` return these types, and mypy checks them there. `python -m web.contract` writes them as
TypeScript declarations (static/contract.d.ts) for the scripts; a test checks that the file is up to date, that every
state which the tests draw fits, and that the scripts read no field that does not exist.
"""

from __future__ import annotations

import types
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypedDict, Union, get_args, get_origin, get_type_hints, is_typeddict

DECLARATIONS = Path(__file__).parent / "static" / "contract.d.ts"


class NoticeJson(TypedDict):
    """Something that is wrong or good to know, with its cure."""

    key: str
    level: str
    text: str
    cure: str | None


class RefusalJson(TypedDict):
    """Why something was refused."""

    tone: str
    text: str


class AnnouncementJson(TypedDict):
    """A sentence that the table says, with its cue."""

    tone: str
    text: str
    cue: str


class SeatJson(TypedDict):
    """A player at the table."""

    seat: int
    name: str
    turn: bool
    lamp: str
    state: str


class RuleJson(TypedDict):
    """A house rule in force."""

    title: str
    chosen: str
    changed: bool


class ReadRequestJson(TypedDict):
    """A zone of the table that can be read now."""

    zone: str
    title: str
    seat: int | None


class ActionJson(TypedDict):
    """A button, or what a tap on a piece sends."""

    event: str
    label: str
    seat: int | None
    values: Mapping[str, Any]
    primary: bool


class PieceJson(TypedDict):
    """A piece of a board with its outline."""

    outline: list[list[float]]
    name: str
    label: str | None
    small: str | None
    tone: str
    standing: str
    action: ActionJson | None
    art: list[str]


class StrokeJson(TypedDict):
    """A line over a board."""

    points: list[list[float]]
    label: str | None
    standing: str


class BoardJson(TypedDict):
    """Pieces and lines; of somebody else's hand only that there is one."""

    title: str
    seat: int | None
    hidden: bool
    pieces: list[PieceJson]
    strokes: list[StrokeJson]
    notes: list[str]
    open: bool


class CallJson(TypedDict):
    """One call in the order in which it counts."""

    seat: int
    name: str
    margin: str
    by: str
    way: str
    late: bool
    remarks: list[str]


class CallsJson(TypedDict):
    """All calls, and what their times are worth."""

    note: str | None
    order: list[CallJson]


class NotedDieJson(TypedDict):
    """A die that is drawn from its notation."""

    value: int | None
    colour: str
    label: str


class DieJson(TypedDict):
    """A die in a photograph."""

    value: int | None
    colour: str
    cell: list[int] | None
    confidence: float
    sure: bool
    corners: list[list[float]]
    alternatives: list[int]
    index: int
    label: str
    now: NotedDieJson | None


class LineJson(TypedDict):
    """A line through dice, with its points and the reason."""

    label: str
    points: int
    tone: str
    cells: list[list[int]]
    dice: list[int]


class PictureJson(TypedDict):
    """A photograph with what was read in it."""

    zone: str
    title: str
    url: str | None
    kind: str
    seat: int | None
    sure: bool
    complete: bool
    problems: list[str]
    answered: list[str]
    faults: list[str]
    notes: list[str]
    places: list[list[float]]
    dice: list[DieJson]
    lines: list[LineJson]
    total: int | None
    tap: str
    edit: bool
    open: bool


class GridJson(TypedDict):
    """Dice that are drawn without a photograph."""

    title: str
    seat: int | None
    total: int | None
    rows: list[list[NotedDieJson]]
    lines: list[LineJson]


class SheetRowJson(TypedDict):
    """The points of one player."""

    seat: int
    name: str
    points: list[int | None]
    total: int
    leads: bool


class SheetJson(TypedDict):
    """The score sheet."""

    rounds: list[str]
    named: bool
    rows: list[SheetRowJson]


class WinnerJson(TypedDict):
    """A player who has won."""

    seat: int
    name: str


class ResultJson(TypedDict):
    """How the match has ended."""

    text: str
    winners: list[WinnerJson]


class FactJson(TypedDict):
    """A name with its value."""

    name: str
    value: str


class ViewJson(TypedDict):
    """What the referee shows."""

    headline: str
    hint: str
    actions: list[ActionJson]
    viewer: int | None
    secrets: bool
    boards: list[BoardJson]
    calls: CallsJson
    grids: list[GridJson]
    sheet: SheetJson | None
    result: ResultJson | None
    facts: list[FactJson]


class MatchJson(ViewJson):
    """The match that is being played."""

    number: int
    mark: str
    game: str
    seats: list[SeatJson]
    rules: list[RuleJson]
    read_requests: list[ReadRequestJson]
    remaining_ms: int | None
    can_undo: bool
    can_redo: bool
    pictures: list[PictureJson]


class SnapshotJson(TypedDict):
    """Everything that the page shows."""

    run: str
    version: int
    simulated: bool
    live: bool
    camera_on: bool
    camera: str | None
    reading: str | None
    notices: list[NoticeJson]
    said: list[RefusalJson | AnnouncementJson]
    match: MatchJson | None


class PastPlayerJson(TypedDict):
    """A player of an earlier match."""

    seat: int
    name: str
    total: int | None
    won: bool


class PastMatchJson(TypedDict):
    """An earlier match."""

    number: int
    game: str
    finished: bool
    state: str
    players: list[PastPlayerJson]


def contract_types() -> list[Any]:
    """Return every type of the contract."""
    return [each for each in globals().values() if is_typeddict(each)]


def mismatches(value: Any, wanted: Any, path: str = "") -> list[str]:  # noqa: ANN401 - any JSON, any type
    """Return where `value` is not of the type `wanted`."""
    if is_typeddict(wanted):
        return _mismatches_of_fields(value, get_type_hints(wanted), path)
    kind, parts = get_origin(wanted), get_args(wanted)
    if kind in (types.UnionType, Union):
        found = [mismatches(value, part, path) for part in parts]
        return [] if [] in found else found[0]
    if kind is list and isinstance(value, list):
        return [fault for at, each in enumerate(value) for fault in mismatches(each, parts[0], f"{path}[{at}]")]
    fits = type(value) in (int, float) if wanted is float else isinstance(value, dict) if parts else False
    plain = isinstance(wanted, type) and isinstance(value, wanted) and not (wanted is int and isinstance(value, bool))
    return [] if fits or plain else [f"{path}: {value!r} is not {wanted}"]


def _mismatches_of_fields(value: object, fields: dict[str, Any], path: str) -> list[str]:
    if not isinstance(value, dict) or value.keys() != fields.keys():
        names = sorted(value.keys() ^ fields.keys()) if isinstance(value, dict) else value
        return [f"{path}: missing or unknown fields {names}"]
    return [fault for name, kind in fields.items() for fault in mismatches(value[name], kind, f"{path}.{name}")]


def _typescript(kind: Any) -> str:  # noqa: ANN401 - any type of the contract
    if is_typeddict(kind):
        return str(kind.__name__)
    parts = [_typescript(part) for part in get_args(kind)]
    if get_origin(kind) is list:
        return f"Array<{parts[0]}>"
    if get_origin(kind) in (types.UnionType, Union):
        return " | ".join(parts)
    plain = {str: "string", bool: "boolean", int: "number", float: "number", type(None): "null"}
    return plain.get(kind, "Record<string, unknown>")


def declarations() -> str:
    """Return the contract as TypeScript declarations."""
    written = ["// Written by `python -m web.contract`: change web/contract.py instead."]
    for each in contract_types():
        fields = "".join(f"  {name}: {_typescript(kind)};\n" for name, kind in get_type_hints(each).items())
        written.append(f"/** {each.__doc__} */\nexport interface {each.__name__} {{\n{fields}}}")
    return "\n\n".join(written) + "\n"


if __name__ == "__main__":
    DECLARATIONS.write_text(declarations(), encoding="utf-8")
