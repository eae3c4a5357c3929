"""Lists every sentence that has no French translation yet: the page shows it in English.

    python -m tests.rig.untranslated

A game may come with English sentences alone; everything else is translated before it is delivered.
"""

import sys
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.frontend import parse_mapping_cfg
from babel.messages.pofile import read_po

import companion
import device
import vision
import web
from companion.games.registry import FOLDERS
from web.translations import LOCALE

FRENCH = LOCALE / "fr" / "LC_MESSAGES"
KEYWORDS = {"say": None, "Message": None, "_": None}
PACKAGES = (companion, vision, web, device)


def sentences() -> Iterator[tuple[str, str]]:
    """Every sentence that the four packages can say, after the package or the folder of the game in which it stands."""
    with (LOCALE / "babel.cfg").open() as file:
        methods, options = parse_mapping_cfg(file)
    for package in PACKAGES:
        folder = Path(next(iter(package.__path__)))
        for name, _, message, _, _ in extract_from_dir(str(folder), methods, options, KEYWORDS):
            if isinstance(message, str) and message:
                yield _place(package.__name__, Path(name)), message


def _place(package: str, file: Path) -> str:
    in_a_game = package == "companion" and file.parts[0] == "games" and file.parts[1] in FOLDERS
    return "/".join((package, *file.parts[:2])) if in_a_game else package


def catalogue() -> Catalog:
    """The French catalogue."""
    with (FRENCH / "messages.po").open("rb") as file:
        return read_po(file)


def translated() -> set[str]:
    """Every sentence that has a translation."""
    return {str(message.id) for message in catalogue() if message.id and message.string and not message.fuzzy}


def untranslated() -> list[tuple[str, str]]:
    """Every sentence without a translation, after its place."""
    known = translated()
    return sorted({(place, sentence) for place, sentence in sentences() if sentence not in known})


def english_only() -> set[str]:
    """The games that nobody has begun to translate: none of the sentences that they alone say has a translation."""
    known, places = translated(), dict[str, set[str]]()
    for place, sentence in sentences():
        places.setdefault(sentence, set()).add(place)
    begun = {min(said) for sentence, said in places.items() if len(said) == 1 and sentence in known}
    return {f"companion/games/{folder}" for folder in FOLDERS} - begun


if __name__ == "__main__":
    for place, sentence in untranslated():
        sys.stdout.write(f"{place}: {sentence}\n")
