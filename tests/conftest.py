"""How the tests run everywhere: a busy machine is slow, not wrong."""

from pathlib import Path

from hypothesis import settings

import web
from web.catalogues import compile_catalogues

LOCALE = Path(web.__path__[0]) / "locale"

settings.register_profile("patient", deadline=None)
settings.load_profile("patient")


def pytest_configure(config):
    """Compile the translations where the tests run on the sources; a wheel brings its own."""
    if (LOCALE.parents[1] / "pyproject.toml").exists() and not hasattr(config, "workerinput"):
        compile_catalogues(LOCALE)
