"""What `companion check` says about the table: one line for each thing, and its cure."""

import cv2
import numpy as np
import pytest

from device.checking.report import CheckVerdict
from device.checking.table import TableProbes
from device.config import CameraConfig, CameraSource, Config, DataConfig
from tests.vision.photographed import CAMERAS, CUBO, hide, photograph
from vision.camera.source import CameraTrouble, Frame
from vision.render.render import SceneLight, Sensor, VirtualCamera
from vision.table.mat import MarkerPosition

CLEAR = "clear the marker in the middle of the left side; turn a lamp that is mirrored there"
NAMES = ["mat", "fit", "sharpness", "light", "flicker", "die size"]


class Shown:
    """A camera that shows some pictures in turn."""

    name = "a camera"

    def __init__(self, *pictures):
        self.pictures = pictures
        self.opened = self.closed = self.taken = 0

    def open(self):
        self.opened += 1

    def read(self, timeout_s):
        self.taken += 1
        return Frame(self.pictures[self.taken % len(self.pictures)], 0, "a camera")

    def close(self):
        self.closed += 1


def found(tmp_path, source):
    config = Config(camera=CameraConfig(CameraSource.UVC), data=DataConfig(tmp_path))
    return {name: probe(config) for name, probe in TableProbes(lambda config: source).probes.items()}


def said(finding):
    return finding.verdict, str(finding.text), finding.cure and str(finding.cure)


def test_a_good_table_is_all_well_and_the_camera_is_opened_once(tmp_path):
    source = Shown(photograph(size=(1920, 1080)))
    findings = found(tmp_path, source)

    assert NAMES == list(findings)
    assert {CheckVerdict.OK} == {finding.verdict for finding in findings.values()}, findings
    assert "the mat for cubo: 8 of 8 markers" == str(findings["mat"].text)
    assert (1, 1) == (source.opened, source.closed)


def test_a_hidden_marker_is_named_with_its_cure(tmp_path):
    findings = found(tmp_path, Shown(hide(photograph(), CUBO, MarkerPosition.LEFT)))
    told = (CheckVerdict.NOTE, "the mat for cubo: 7 of 8 markers", CLEAR)
    assert told == said(findings["mat"])


def test_without_a_mat_the_rest_says_what_it_needs(tmp_path):
    findings = found(tmp_path, Shown(np.full((360, 640, 3), 90, np.uint8)))
    assert (CheckVerdict.MISSING, "I see no mat") == said(findings["mat"])[:2]
    assert {(CheckVerdict.NOTE, "this needs a mat that fits", None)} == {
        said(findings[name]) for name in NAMES if name not in ("mat", "flicker")
    }


@pytest.mark.parametrize(
    ("name", "picture", "told"),
    [
        ("sharpness", cv2.GaussianBlur(photograph(), (0, 0), 3.0), "focus the lens, wipe it, and fix the arm"),
        ("light", photograph(light=SceneLight(exposure=0.05)), "bring a lamp, or let the camera expose longer"),
        ("light", photograph()[..., ::-1].copy(), "set another pixel format of the camera"),
        ("fit", photograph(camera=VirtualCamera(620, 46), size=(1920, 1080)), "mount it higher, and let it look down"),
        ("die size", photograph(camera=VirtualCamera(900)), "move the camera closer"),
    ],
    ids=["blurred", "dark", "swapped", "flat", "far"],
)
def test_what_is_wrong_is_failed_with_its_cure(tmp_path, name, picture, told):
    verdict, _, cure = said(found(tmp_path, Shown(picture))[name])
    assert (CheckVerdict.FAILED, True) == (verdict, cure.startswith(told))


@pytest.mark.parametrize(
    ("name", "picture", "told"),
    [
        ("sharpness", cv2.GaussianBlur(photograph(), (0, 0), 8.0), "nothing in the picture is sharp"),
        ("light", (photograph() * 0.02).astype(np.uint8), "it is too dark"),
    ],
    ids=["blurred", "night"],
)
def test_when_no_mat_can_be_seen_it_is_told_what_hides_it(tmp_path, name, picture, told):
    findings = found(tmp_path, Shown(picture))
    assert "I see no mat" == str(findings["mat"].text)
    assert (CheckVerdict.FAILED, told) == said(findings[name])[:2]


def test_a_die_that_is_too_small_is_told_once(tmp_path):
    findings = found(tmp_path, Shown(photograph(camera=VirtualCamera(900))))
    assert {"die size"} == {name for name, finding in findings.items() if finding.verdict is CheckVerdict.FAILED}


@pytest.mark.parametrize("camera", CAMERAS.values(), ids=CAMERAS)
def test_a_sharp_picture_is_sharp_from_every_side(tmp_path, camera):
    assert CheckVerdict.OK == found(tmp_path, Shown(photograph(camera=camera)))["sharpness"].verdict


@pytest.mark.parametrize(
    ("banding", "verdict"), [(0.0, CheckVerdict.OK), (0.03, CheckVerdict.OK), (0.25, CheckVerdict.FAILED)]
)
def test_bands_of_mains_light_are_found_between_the_frames(tmp_path, banding, verdict):
    frames = [photograph(sensor=Sensor(banding=banding), seed=seed) for seed in range(4)]
    finding = found(tmp_path, Shown(*frames))["flicker"]
    assert verdict == finding.verdict
    assert verdict is CheckVerdict.OK or "mains_hz" in str(finding.cure)


@pytest.mark.parametrize("source", [CameraSource.NONE, CameraSource.SIMULATED])
def test_nobody_looks_where_no_camera_is_wanted(tmp_path, source):
    config = Config(camera=CameraConfig(source), data=DataConfig(tmp_path))
    probes = TableProbes(lambda config: pytest.fail("opened")).probes
    assert {(CheckVerdict.NOTE, "there is no camera to look through", None)} == {
        said(probe(config)) for probe in probes.values()
    }


def test_a_camera_that_does_not_open_is_no_second_failure(tmp_path):
    source = Shown()
    source.open = lambda: (_ for _ in ()).throw(CameraTrouble("it is gone", "plug it in"))
    assert {"there is no camera to look through"} == {str(each.text) for each in found(tmp_path, source).values()}
