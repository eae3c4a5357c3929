"""Build hook: compiles the catalogues of the page's languages, for wheels and for editable installations alike.

Only the readable catalogues (`web/locale/*/LC_MESSAGES/*.po`) are kept in the repository.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CatalogueHook(BuildHookInterface):
    """Compiles every catalogue beside its source, and has the build take it along."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile before anything is packed."""
        for source in sorted(Path(self.root, "web", "locale").glob("*/LC_MESSAGES/*.po")):
            compiled = source.with_suffix(".mo")
            with source.open("rb") as readable, compiled.open("wb") as binary:
                write_mo(binary, read_po(readable))
            build_data["artifacts"].append(f"/{compiled.relative_to(self.root).as_posix()}")
