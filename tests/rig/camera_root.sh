#!/bin/bash
# camera_root.sh DIR: make, once, a small Debian 13 in DIR in which the real picamera2 runs on the real libcamera.
#
# It stands in for Raspberry Pi OS (Trixie): libcamera's `virtual` pipeline plays JPEG files as if a sensor saw them.
# Needs root and mmdebstrap. Nothing is compiled in it, and apt itself is left out: it is made from outside.
# MIRROR names another Debian mirror than this machine's own.
set -euo pipefail
root=$1
stamp=$root/built-by-$(sha256sum "$0" | cut -c1-16)
[ -e "$stamp" ] && exit 0

command -v mmdebstrap >/dev/null || { echo "camera_root: sudo apt install mmdebstrap" >&2; exit 2; }
[ "$(id -u)" = 0 ] || { echo "camera_root: a root folder can only be made by root: sudo make test-camera" >&2; exit 2; }
# awk reads to the end: a reader that stops early may end its writer with SIGPIPE, and pipefail this script without a word.
mirror=${MIRROR:-$(apt-get indextargets --format '$(REPO_URI)' | awk '/\/debian\/?$/ && !found { found = $0 } END { print found }')}
[ -n "$mirror" ] || { echo "camera_root: name a Debian mirror: MIRROR=http://… make test-camera" >&2; exit 2; }

# Of picamera2's own requirements pidng is left out (tests/rig/virtual_camera.py): it would need a compiler.
wheels="picamera2 opencv-python-headless numpy pytest av jsonschema libarchive-c openexr piexif pillow simplejpeg tqdm videodev2"
with_theirs="pytest jsonschema"

rm -rf "$root"
mkdir -p "$(dirname "$root")"
mmdebstrap --variant=essential --skip=cleanup/reproducible \
  --dpkgopt=force-unsafe-io --dpkgopt='path-exclude=/usr/share/doc/*' --dpkgopt='path-exclude=/usr/share/man/*' \
  --dpkgopt='path-exclude=/usr/share/locale/*' \
  --setup-hook='mkdir -p "$1/etc/apt/preferences.d"' \
  --setup-hook='printf "Package: *libcamera*\nPin: release n=trixie-backports\nPin-Priority: 900\n" >"$1/etc/apt/preferences.d/libcamera"' \
  --include=python3,python3-venv,python3-prctl,python3-libcamera,libcamera-ipa,libarchive13t64 \
  --customize-hook='cp /etc/resolv.conf "$1/etc/"; mkdir -p "$1/etc/ssl/certs"; cp /etc/ssl/certs/ca-certificates.crt "$1/etc/ssl/certs/"' \
  --customize-hook='chroot "$1" python3 -m venv --system-site-packages /opt/v' \
  --customize-hook="chroot \"\$1\" env PIP_CERT=/etc/ssl/certs/ca-certificates.crt /opt/v/bin/pip install -q --no-deps --only-binary :all: $wheels" \
  --customize-hook="chroot \"\$1\" env PIP_CERT=/etc/ssl/certs/ca-certificates.crt /opt/v/bin/pip install -q --only-binary :all: $with_theirs" \
  "" "$root" "deb $mirror trixie main" "deb $mirror trixie-backports main"
touch "$stamp"
