"""Compiles the translations, and lists what is not translated yet. Needs babel: for builds and development only."""

from __future__ import annotations

from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po


def catalogue(source: Path) -> Catalog:
    """Return the translations that the file `source` (messages.po) holds."""
    with source.open("rb") as file:
        return read_po(file)


def compile_catalogues(locale: Path) -> list[Path]:
    """Write the compiled catalogue beside each messages.po below `locale`; return what was written."""
    written = []
    for source in sorted(locale.glob("*/LC_MESSAGES/messages.po")):
        target = source.with_suffix(".mo")
        with target.open("wb") as file:
            write_mo(file, catalogue(source), use_fuzzy=True)
        written.append(target)
    return written


def missing(source: Path) -> list[str]:
    """Return the sentences of `source` that nobody has translated: the page says them in English."""
    return [str(message.id) for message in catalogue(source) if message.id and not message.string]


def main() -> None:
    """Compile every catalogue, and print the sentences that have no translation."""
    locale = Path(__file__).parent / "locale"
    for compiled in compile_catalogues(locale):
        for sentence in missing(compiled.with_suffix(".po")):
            print(f"{compiled.parent.parent.name}: not translated: {sentence}")  # noqa: T201 - this is a command


if __name__ == "__main__":
    main()
