"""Puts a new `[buttons]` section into the text of a configuration, and leaves everything else as people wrote it."""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

from companion.errors import BadConfig
from device.config.buttons import ButtonsConfig
from device.config.buttons_toml import written
from device.config.whole import parse

_HEADER = re.compile(r"\s*\[\[?\s*([A-Za-z0-9_\"'-]+)")
_OURS = {"buttons", '"buttons"', "'buttons'"}


def with_buttons(text: str, buttons: ButtonsConfig) -> str:
    """Return the configuration `text` with `buttons` in place of its `[buttons]`.

    Raises:
        BadConfig: that would not leave all the rest as it is; the text says what to do by hand.

    """
    kept, place = _without_buttons(text.splitlines())
    before, after = "\n".join(kept[:place]).strip("\n"), "\n".join(kept[place:]).strip("\n")
    new = "\n\n".join(part for part in (before, written(buttons).strip("\n"), after) if part) + "\n"
    _refuse_other_changes(text, new, buttons)
    return new


def _without_buttons(lines: list[str]) -> tuple[list[str], int]:
    """Return the lines outside `[buttons]`, and where among them the section belongs."""
    kept: list[str] = []
    place: int | None = None
    for is_ours, block in _blocks(lines):
        if not is_ours:
            kept += block
        elif place is None:
            place = len(kept)
    return kept, len(kept) if place is None else place


def _blocks(lines: list[str]) -> Iterator[tuple[bool, list[str]]]:
    """Yield the sections one by one, each with the comments that stand right above its header."""
    block: list[str] = []
    ours = False
    for line in lines:
        if (header := _HEADER.match(line)) is None:
            block.append(line)
            continue
        mine = _comments_at_the_end(block)
        yield ours, block[: len(block) - mine]
        block, ours = [*block[len(block) - mine :], line], header[1] in _OURS
    yield ours, block


def _comments_at_the_end(block: list[str]) -> int:
    count = 0
    while count < len(block) and block[-1 - count].lstrip().startswith("#"):
        count += 1
    return count


def _refuse_other_changes(text: str, new: str, buttons: ButtonsConfig) -> None:
    """Make sure that only `[buttons]` differs: a file can be written in ways that we did not think of."""
    try:
        old, fresh = tomllib.loads(text), tomllib.loads(new)
    except tomllib.TOMLDecodeError as error:
        raise BadConfig(f"this file cannot be changed safely - put the section into it by hand ({error})") from None
    if old | {"buttons": 0} != fresh | {"buttons": 0} or parse(fresh).buttons != buttons:
        raise BadConfig("this file cannot be changed safely - put the section into it by hand")


def save_buttons(file: Path, buttons: ButtonsConfig) -> None:
    """Write `buttons` into the configuration `file`: on disk before this returns, and never half of it.

    Raises:
        BadConfig: the file cannot be read, changed or written; nothing has changed then.

    """
    file = file.resolve()
    try:
        text = file.read_text(encoding="utf-8") if file.exists() else ""
        _replace(file, with_buttons(text, buttons))
    except UnicodeDecodeError:
        raise BadConfig(f"{file} is not a text file in UTF-8") from None
    except OSError as error:
        raise BadConfig(f"cannot write the configuration {file}: {error.strerror}") from None


def _replace(file: Path, text: str) -> None:
    fresh = file.with_name(f".{file.name}.new")
    try:
        with fresh.open("w", encoding="utf-8") as out:
            if file.exists():
                os.fchmod(out.fileno(), file.stat().st_mode & 0o7777)
            out.write(text)
            out.flush()
            os.fsync(out.fileno())
        fresh.replace(file)
    finally:
        fresh.unlink(missing_ok=True)
    folder = os.open(file.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
