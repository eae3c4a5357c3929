"""Sources of pictures under one protocol, and the one thread that reads them."""

from vision.camera.capture import Capture, CaptureState, Health
from vision.camera.choose import Probe, SourceKind, SourceSettings, open_source, probe
from vision.camera.live import Live
from vision.camera.source import CameraTrouble, Frame, NoFrame, Source

__all__ = [
    "CameraTrouble",
    "Capture",
    "CaptureState",
    "Frame",
    "Health",
    "Live",
    "NoFrame",
    "Probe",
    "Source",
    "SourceKind",
    "SourceSettings",
    "open_source",
    "probe",
]
