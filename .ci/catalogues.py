"""Compiles the translations whenever a wheel or an editable installation is built."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CatalogueBuildHook(BuildHookInterface):
    """Writes messages.mo beside each messages.po, and has the wheel take it along."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile the catalogues before hatchling collects the files."""
        root = Path(self.root)
        sys.path.insert(0, str(root))
        try:
            from web.catalogues import compile_catalogues  # the package is not installed yet
        finally:
            sys.path.remove(str(root))
        compiled = compile_catalogues(root / "web" / "locale")
        build_data["artifacts"] += [str(path.relative_to(root)) for path in compiled]
