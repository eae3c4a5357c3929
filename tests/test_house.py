"""What holds for the whole house, whatever its rooms do."""

import re
from importlib.resources import files
from pathlib import Path

import pytest

PACKAGES = ("device", "web", "vision", "companion")
SOURCES = [path for name in PACKAGES for path in Path(str(files(name))).rglob("*.py")]


@pytest.mark.parametrize("words", [r"cv2\.(imshow|namedWindow|waitKey)", r"cv2\.(ml\b|CascadeClassifier)"])
def test_opencv_opens_no_window_and_nothing_that_version_5_dropped_is_used(words):
    """The table has no display, and the code must run on OpenCV 4.11 and 5."""
    assert 100 < len(SOURCES)
    assert [] == [path.name for path in SOURCES if re.search(words, path.read_text(encoding="utf-8"))]


def test_the_page_fetches_nothing_from_elsewhere():
    delivered = [path for kind in ("static", "templates") for path in Path(str(files("web") / kind)).rglob("*")]
    foreign = re.compile(r"""(src|href|url|from|import)\s*[=(]?\s*["'(]?(https?:)?//""")

    assert 10 < len(delivered)
    assert [] == [path.name for path in delivered if path.is_file() and foreign.search(path.read_text("utf-8"))]
