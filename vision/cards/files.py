"""Text files about cards, read into plain values or refused in one line."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from companion.errors import BadInput


def text_of(path: Path) -> str:
    """Return the text in `path`; raise BadInput when there is none."""
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, ValueError) as error:  # a name with a null is a ValueError, and so is what is not UTF-8
        raise BadInput(f"{path} cannot be read as text: {error}") from error


def object_in(path: Path, text: str) -> dict[str, Any]:
    """Return the JSON object that `text` of `path` is; raise BadInput when it is none."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:  # of nesting beyond reason, and of numbers of too many digits
        raise BadInput(f"{path} is no JSON: {error}") from error
    if not isinstance(value, dict):
        raise BadInput(f"{path}: an object is needed, not {text[:40]}")
    return value


def objects_in(path: Path) -> Iterator[dict[str, Any]]:
    """Yield the objects of a file with one JSON object a line."""
    for line in text_of(path).splitlines():
        if line.strip():
            yield object_in(path, line)
