"""The buttons of a running table, which can be closed and opened anew: their wiring may be learnt while it runs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from device.config import Config
from device.hardware.config import ButtonsConfig
from device.hardware.presses.attendance import Absence, Presence
from device.hardware.presses.buttons import Attend, Buttons, Offline

Opener = Callable[[Config, Attend], Buttons | Offline]
"""Opens the buttons of a configuration, and has told when an input is lost or back."""


class Inputs:
    """The buttons as they are wired now."""

    def __init__(self, config: Config, opener: Opener, attend: Attend) -> None:
        """Have the buttons of `config` opened by `resume`: not before all who listen are there."""
        self.config = config
        self._opener = opener
        self._attend = attend
        self._lost: set[str] = set()
        self._open: Buttons | Offline | None = None

    def horizon(self) -> int | None:
        """Return the time before which every press has been enqueued, or never will be; None when none will come."""
        return None if self._open is None else self._open.horizon()

    def suspend(self) -> None:
        """Give all pins and devices back for a while."""
        opened, self._open = self._open, None
        if opened is not None:
            opened.close()
        for device in tuple(self._lost):  # nobody waits for a device that may not be part of the table any more
            self._pass_on(Presence(device))

    def resume(self, buttons: ButtonsConfig | None = None) -> None:
        """Open the buttons, if they are closed, wired as `buttons` from now on."""
        if buttons is not None:
            self.config = replace(self.config, buttons=buttons)
        if self._open is None:
            self._open = self._opener(self.config, self._pass_on)

    def close(self) -> None:
        """Give everything back; may be called twice."""
        self.suspend()

    def _pass_on(self, news: Absence | Presence) -> None:
        if isinstance(news, Absence):
            self._lost.add(news.device)
        else:
            self._lost.discard(news.device)
        self._attend(news)
