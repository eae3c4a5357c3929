"""The GPIO header of this machine, opened once and shared by buttons and lamps; or the reason why it cannot be.

Only gpiozero on lgpio is used, because only lgpio hands on the kernel's time of an edge. gpiozero would quietly fall
back to another library when lgpio fails; we construct the factory ourselves, so that cannot happen.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

from companion.errors import HardwareTrouble
from companion.service import Notice, NoticeLevel
from companion.texts import Message, say
from device.hardware.header import Chip, header_chip

log = logging.getLogger(__name__)

FACTORY_VARIABLE = "GPIOZERO_PIN_FACTORY"
DEVICES = Path("/dev")

INSTALL_LGPIO = say(
    "sudo apt install python3-lgpio, and make the virtual environment with --system-site-packages"
    " (docs/raspberry-pi.md)"
)


class PinTrouble(HardwareTrouble):
    """The pins cannot be used: `what` is wrong, and the `cure`."""

    def notice(self, key: str, level: NoticeLevel = NoticeLevel.WARNING) -> Notice:
        """Return what the page says about it."""
        return Notice(key, level, self.what, self.cure)


def trouble_of(error: Exception, doing: Message) -> PinTrouble:
    """Return what `error` means to somebody with a screwdriver; `doing` names what was being opened."""
    text = str(error) or type(error).__name__
    if isinstance(error, PinTrouble):
        return error
    if isinstance(error, ImportError):
        return PinTrouble(say("buttons and lamps need lgpio, which is not installed"), INSTALL_LGPIO)
    if ".lgd-nfy" in text:
        return PinTrouble(
            say("lgpio cannot make its pipe in {folder}", folder=os.environ.get("LG_WD") or str(Path.cwd())),
            say("set LG_WD to a folder that can be written, as systemd/companion.service does"),
        )
    if isinstance(error, AttributeError) and "lgpio" in text:
        return PinTrouble(say("the lgpio that is installed is an empty placeholder"), INSTALL_LGPIO)
    if "busy" in text.lower():
        return PinTrouble(
            say("{what} cannot be opened: its pin is used by another program", what=doing),
            say("stop that program (gpioinfo names it), or wire it to another pin"),
        )
    return PinTrouble(say("{what} cannot be opened: {error}", what=doing, error=text), INSTALL_LGPIO)


class Closable(Protocol):
    """Something that holds a pin."""

    def close(self) -> None:
        """Give it back."""


def shut(part: Closable) -> None:
    """Close `part`. lgpio may find its own pin busy then; that is logged, so that all others are closed too."""
    try:
        part.close()
    except Exception:  # lgpio's own error is a bare Exception
        log.warning("%r cannot be closed", part, exc_info=True)


class GpioHeader:
    """The pins of the header. `close` gives them back; may be called twice."""

    def __init__(self, opener: Callable[[], Any] | None = None) -> None:
        self._opener = opener or open_header
        self._factory: Any = None

    def factory(self) -> Any:  # noqa: ANN401 - gpiozero has no types
        """Return the gpiozero pin factory, opened at the first call; raise PinTrouble when that is not possible."""
        if self._factory is None:
            try:
                self._factory = self._opener()
            except Exception as error:  # lgpio's own error is a bare Exception
                raise trouble_of(error, say("the GPIO header")) from error
        return self._factory

    def close(self) -> None:
        """Give the pins back."""
        factory, self._factory = self._factory, None
        if factory is not None:
            shut(factory)


def refuse_other_factory(environment: Mapping[str, str]) -> None:
    """Raise PinTrouble when somebody asks gpiozero for a library that cannot tell the time of an edge."""
    wanted = environment.get(FACTORY_VARIABLE, "lgpio")
    if wanted != "lgpio":
        raise PinTrouble(
            say("{variable} asks for {wanted}, which cannot settle a race", variable=FACTORY_VARIABLE, wanted=wanted),
            say("unset {variable}: only lgpio hands on the kernel's time of an edge", variable=FACTORY_VARIABLE),
        )


def chip_files(devices: Path = DEVICES) -> tuple[Path, ...]:
    """Return the device files of the GPIO chips."""
    return tuple(sorted(devices.glob("gpiochip[0-9]*"), key=lambda file: int(file.name[len("gpiochip") :])))


def usable_chips(files: Sequence[Path]) -> tuple[int, ...]:
    """Return the numbers of the chips that we may open; raise PinTrouble when there is none."""
    if not files:
        raise PinTrouble(
            say("this machine has no GPIO header"),
            say("use the buttons on the page here, or run on a Raspberry Pi"),
        )
    allowed = tuple(file for file in files if os.access(file, os.R_OK | os.W_OK))
    if not allowed:
        raise PinTrouble(
            say("this user may not open {file}", file=str(files[0])),
            say("sudo adduser $USER gpio, then log in again"),
        )
    return tuple(int(file.name[len("gpiochip") :]) for file in allowed)


def open_header(devices: Path = DEVICES) -> Any:  # noqa: ANN401 - gpiozero has no types
    """Return gpiozero's lgpio factory on the chip of the header, wherever the kernel put that."""
    refuse_other_factory(os.environ)
    numbers = usable_chips(chip_files(devices))
    import lgpio  # here, because importing it starts a thread and makes a pipe

    chip = header_chip([Chip(number, _label(lgpio, number)) for number in numbers])
    if chip is None:
        raise PinTrouble(
            say("none of the GPIO chips of this machine is the header of a Raspberry Pi"),
            say("use the buttons on the page here, or run on a Raspberry Pi"),
        )
    from gpiozero.pins.lgpio import LGPIOFactory

    return LGPIOFactory(chip=chip.number)


def _label(lgpio: Any, number: int) -> str:  # noqa: ANN401 - lgpio has no types
    handle = lgpio.gpiochip_open(number)
    try:
        _, _, _, label = lgpio.gpio_get_chip_info(handle)
        return str(label)
    finally:
        lgpio.gpiochip_close(handle)
