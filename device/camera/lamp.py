"""The lamp that shines while the camera is on, driven by the code that opens the camera.

    DARK --open: lamp on, then the camera--> LIT --close, or the camera cannot be opened--> DARK

Privacy: the lamp is switched on before the camera is opened, and off only after it was closed. Where a lamp was asked
for and does not shine, the camera stays closed: nothing is recorded in the dark.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from companion.texts import Message, say
from device.hardware.config import LampsConfig
from device.hardware.gpio import GpioHeader, PinTrouble, trouble_of
from vision.camera.choose import is_camera
from vision.camera.source import CameraTrouble, Frame, Source, Steered

log = logging.getLogger(__name__)

CameraListener = Callable[[bool], None]
"""Tells people whether the camera is on."""


class Switch(Protocol):
    """A lamp that is on or off."""

    def on(self) -> None:
        """Shine."""

    def off(self) -> None:
        """Go dark."""

    def close(self) -> None:
        """Go dark and give the pin back."""


class NoLamp:
    """The peer of a lamp where none was asked for."""

    def on(self) -> None:
        """Do nothing."""

    def off(self) -> None:
        """Do nothing."""

    def close(self) -> None:
        """Do nothing."""


class DeadLamp:
    """A lamp that was asked for and cannot be had: the camera must not be opened."""

    def __init__(self, trouble: PinTrouble) -> None:
        self.trouble = trouble

    def on(self) -> None:
        """Raise what is wrong with it."""
        raise self.trouble

    def off(self) -> None:
        """Do nothing: it is dark."""

    def close(self) -> None:
        """Do nothing."""


def open_camera_lamp(config: LampsConfig, pins: GpioHeader) -> Switch:
    """Return the lamp that `config` names, dark."""
    if config.camera is None:
        return NoLamp()
    doing = say("the lamp of the camera (GPIO {pin})", pin=config.camera)
    try:
        factory = pins.factory()
        from gpiozero import LED

        return LED(int(config.camera), pin_factory=factory)  # type: ignore[no-any-return]
    except Exception as error:  # noqa: BLE001 - lgpio's own error is a bare Exception
        return DeadLamp(trouble_of(error, doing))


class BorrowedLamp:
    """A lamp that holds its pin only while it shines: for a self-test, which leaves nothing open."""

    def __init__(self, config: LampsConfig, pins: Callable[[], GpioHeader] = GpioHeader) -> None:
        self._config, self._pins = config, pins
        self._held: tuple[Switch, GpioHeader] | None = None

    def on(self) -> None:
        """Open the pin, and shine; raise what is wrong with it."""
        pins = self._pins()
        lamp = open_camera_lamp(self._config, pins)
        self._held = lamp, pins
        lamp.on()

    def off(self) -> None:
        """Go dark and give the pin back; may be called twice."""
        held, self._held = self._held, None
        for part in held or ():
            part.close()

    def close(self) -> None:
        """Go dark and give the pin back."""
        self.off()


def _nobody_listens(_is_on: bool) -> None:
    """Call nobody."""


@dataclass
class Lit:
    """A camera with its lamp: a source that is open exactly while the lamp shines."""

    source: Source
    lamp: Switch
    on_change: CameraListener = _nobody_listens

    @property
    def name(self) -> Message:
        """What people call the camera."""
        return self.source.name

    @property
    def patience_s(self) -> float | None:
        """It is stalled when no frame came for so long."""
        return self.source.patience_s

    def open(self) -> None:
        """Switch the lamp on, then open the camera; raise CameraTrouble, in the dark again, when one of them fails."""
        try:
            self.lamp.on()
        except Exception as error:
            self._go_dark()
            raise _dark(error) from error
        self.on_change(True)
        try:
            self.source.open()
        except BaseException:
            self.close()
            raise

    def read(self, timeout_s: float) -> Frame:
        """Return the next frame."""
        return self.source.read(timeout_s)

    def still(self, after_ns: int, timeout_s: float) -> Frame:
        """Return the best picture, exposed after an instant."""
        return self.source.still(after_ns, timeout_s)

    def steer(self, controls: Mapping[str, Any]) -> None:
        """Use these controls, where the camera has any."""
        if isinstance(self.source, Steered):
            self.source.steer(controls)

    def close(self) -> None:
        """Close the camera, then switch the lamp off; a camera that cannot be closed stays lit."""
        self.source.close()
        self._go_dark()

    def _go_dark(self) -> None:
        self.on_change(False)
        try:
            self.lamp.off()
        except Exception:  # it shines although nothing is recorded: no harm is done
            log.exception("the lamp of the camera cannot be switched off")


def lit(source: Source, lamp: Callable[[], Switch], on_change: CameraListener = _nobody_listens) -> Source:
    """Return a camera with its `lamp`; what is no camera needs none, and then no pin is opened for it."""
    return Lit(source, lamp(), on_change) if is_camera(source) else source


def _dark(error: Exception) -> CameraTrouble:
    trouble = trouble_of(error, say("the lamp of the camera"))
    return CameraTrouble(
        say("the camera stays closed, because its lamp does not shine: {what}", what=trouble.what),
        say("{cure}; or take [lamps] camera out of the configuration", cure=trouble.cure),
    )
