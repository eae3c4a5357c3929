# make play: runs the table. make test: runs the fast tests, on the built wheel. Both set everything up themselves.
PYTHON ?= python3
VENV ?= .venv
TEST_VENV ?= .venv-test
# Further constraints for pip, for the tests on older libraries: make test PINS='"numpy<2" "opencv-python-headless<4.12"'
PINS ?=
PLAY ?=

# On a Raspberry Pi picamera2 comes from apt, so the virtual environment must see the system's packages; beside a numpy
# of the 1.x line (Raspberry Pi OS Bookworm) only an OpenCV that runs on it may be installed.
SYSTEM := $(shell $(PYTHON) -c 'import picamera2' 2>/dev/null && echo --system-site-packages)
ifneq ($(SYSTEM),)
OLD_NUMPY := $(shell $(PYTHON) -c 'import numpy, sys; sys.exit(int(numpy.__version__[0]) > 1)' && echo yes)
ifeq ($(OLD_NUMPY),yes)
PINS += "numpy<2" "opencv-python-headless<4.12"
endif
endif

PIP := -m pip install --quiet --disable-pip-version-check
SOURCES := $(shell find device vision companion web -type f -not -path '*/__pycache__/*' -not -name '*.mo')

.PHONY: play test lint test-browser test-camera test-hardware machines check texts clean

play: $(VENV)/ready
	$(VENV)/bin/companion play $(PLAY)

check: $(VENV)/ready
	$(VENV)/bin/companion check

$(VENV)/ready: pyproject.toml
	$(PYTHON) -m venv $(SYSTEM) $(VENV)
	$(VENV)/bin/python $(PIP) --editable . $(PINS)
	touch $@

build/wheel/ready: pyproject.toml $(SOURCES)
	rm -rf build/wheel
	$(PYTHON) -m venv build/builder
	build/builder/bin/python $(PIP) build
	build/builder/bin/python -m build --wheel --outdir build/wheel . >/dev/null
	touch $@

$(TEST_VENV)/ready: build/wheel/ready
	$(PYTHON) -m venv $(TEST_VENV)
	$(TEST_VENV)/bin/python $(PIP) "$$(ls $(CURDIR)/build/wheel/*.whl)[dev]" $(PINS)
	$(TEST_VENV)/bin/python $(PIP) --force-reinstall --no-deps "$$(ls $(CURDIR)/build/wheel/*.whl)"
	touch $@

# The tests run in a folder that has everything but the four packages, so that only the wheel can be what they import.
build/house: $(TEST_VENV)/ready
	rm -rf $@ && mkdir -p $@
	for each in tests systemd docs README.md CHANGELOG.md CONTRIBUTING.md LICENSE Makefile pyproject.toml; do ln -s ../../$$each $@/$$each; done

test: build/house
	cd build/house && $(CURDIR)/$(TEST_VENV)/bin/pytest -q -n 2 -m "not browser" $(PYTEST)

test-browser: build/house
	cd build/house && $(CURDIR)/$(TEST_VENV)/bin/pytest -q -n 2 -m browser $(PYTEST)

# The real picamera2 on the real libcamera, in a Debian 13 that is made once and kept (tests/rig/camera_root.sh).
CAMERA_ROOT ?= $(HOME)/.cache/tabletop-companion/camera-root
test-camera:
	tests/rig/camera_root.sh $(CAMERA_ROOT)
	rm -rf $(CAMERA_ROOT)/w && mkdir -p $(CAMERA_ROOT)/w
	cp -r device vision companion web tests pyproject.toml $(CAMERA_ROOT)/w/
	chroot $(CAMERA_ROOT) sh -c "cd /w && exec /opt/v/bin/python -m pytest -q --noconftest -o filterwarnings=ignore -p no:cacheprovider tests/rig/camera_tests.py"

# The real lgpio and evdev on a real kernel, with simulated lines and devices, in a virtual machine; the kernel and the
# drivers are fetched and built once and kept (tests/rig/hardware_machine.sh says what it needs).
HARDWARE ?= $(HOME)/.cache/tabletop-companion/hardware
test-hardware: build/wheel/ready
	tests/rig/hardware_machine.sh $(HARDWARE) $(PYTHON)
	tests/rig/hardware.sh $(HARDWARE) $(PYTHON) build/wheel/*.whl

# Both of these machines, made ahead of their tests: most of it is fetching.
machines:
	tests/rig/hardware_machine.sh $(HARDWARE) $(PYTHON)
	tests/rig/camera_root.sh $(CAMERA_ROOT)

lint: $(TEST_VENV)/ready
	$(TEST_VENV)/bin/ruff check .
	$(TEST_VENV)/bin/ruff format --check .
	$(TEST_VENV)/bin/mypy
	PYTHONPATH=. $(TEST_VENV)/bin/lint-imports

# Collects every sentence of the code into the catalogues, compiles what is translated, and lists what is not.
texts: $(TEST_VENV)/ready
	$(TEST_VENV)/bin/pybabel -q extract -F web/locale/babel.cfg -k say -k Message --no-location --sort-output --omit-header -o build/messages.pot .
	$(TEST_VENV)/bin/pybabel -q update -i build/messages.pot -d web/locale --no-fuzzy-matching --omit-header --no-wrap
	PYTHONPATH=. $(TEST_VENV)/bin/python -m web.catalogues

clean:
	rm -rf build $(VENV) $(TEST_VENV)
