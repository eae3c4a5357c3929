"""The command line as a whole: what holds for every command."""

import os

import pytest
from click.testing import CliRunner

from device import cli


@pytest.mark.parametrize(("before", "then"), [(None, "1"), ("4", "4")])
def test_matrices_get_one_thread_unless_somebody_wants_more(monkeypatch, before, then):
    """Before any command is imported: OpenBLAS reads it when numpy is."""
    monkeypatch.setenv(cli.ONE_THREAD, before or "")
    if before is None:
        monkeypatch.delenv(cli.ONE_THREAD)
    seen = []
    monkeypatch.setattr(cli, "import_module", lambda name: seen.append(os.environ.get(cli.ONE_THREAD)))

    CliRunner().invoke(cli.main, ["score", "cubo"])

    assert [then] == seen
