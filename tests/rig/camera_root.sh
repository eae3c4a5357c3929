#!/bin/bash
# camera_root.sh DIR: make, once, a Debian 13 in DIR in which the real picamera2 runs on the real libcamera.
#
# It stands in for Raspberry Pi OS (Trixie): libcamera's `virtual` pipeline plays JPEG files as if a sensor saw them.
# Needs root and mmdebstrap; takes some minutes and 1.2 GB. MIRROR names another Debian mirror than this machine's own.
set -euo pipefail
root=$1
stamp=$root/built-by-$(sha256sum "$0" | cut -c1-16)
[ -e "$stamp" ] && exit 0

command -v mmdebstrap >/dev/null || { echo "camera_root: sudo apt install mmdebstrap" >&2; exit 2; }
[ "$(id -u)" = 0 ] || { echo "camera_root: a root folder can only be made by root: sudo make test-camera" >&2; exit 2; }
mirror=${MIRROR:-$(apt-get indextargets --format '$(REPO_URI)' | grep -m 1 '/debian/\?$')}
[ -n "$mirror" ] || { echo "camera_root: name a Debian mirror: MIRROR=http://… make test-camera" >&2; exit 2; }

rm -rf "$root"
mkdir -p "$(dirname "$root")"
mmdebstrap --variant=minbase --skip=cleanup/reproducible \
  --dpkgopt=force-unsafe-io --dpkgopt='path-exclude=/usr/share/doc/*' --dpkgopt='path-exclude=/usr/share/man/*' \
  --include=ca-certificates,python3,python3-venv,python3-dev,python3-numpy,gcc,libcap-dev \
  --customize-hook='cp /etc/resolv.conf "$1/etc/"; cp /etc/ssl/certs/ca-certificates.crt "$1/etc/ssl/certs/"' \
  --customize-hook='chroot "$1" apt-get -qq -y --no-install-recommends -t trixie-backports install python3-libcamera libcamera-ipa libcamera-tools' \
  --customize-hook='chroot "$1" python3 -m venv --system-site-packages /opt/v' \
  --customize-hook='chroot "$1" env PIP_CERT=/etc/ssl/certs/ca-certificates.crt /opt/v/bin/pip install -q picamera2 opencv-python-headless pytest' \
  "" "$root" "deb $mirror trixie main" "deb $mirror trixie-backports main"
touch "$stamp"
