"""`[decks]`: the files in which owners have typed in the cards and tiles of their own boxes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from companion.decks import has_deck
from companion.games.registry import GAMES
from device import toml_values as toml


@dataclass(frozen=True, slots=True)
class DecksConfig:
    """`[decks]`: the owner's deck of each game, in the place of the one that comes with it."""

    files: Mapping[str, Path] = field(default_factory=dict)


def read_decks(values: object) -> DecksConfig:
    """Read `[decks]`."""
    return DecksConfig(toml.read_section("decks", values, {game: toml.path for game in GAMES if has_deck(game)}))
