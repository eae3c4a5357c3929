#!/bin/bash
# hardware.sh DIR PYTHON WHEEL: boot the machine of hardware_machine.sh with the project's WHEEL inside, and run
# tests/rig/hardware_tests.py there, on a real /dev/gpiochip0 and a real /dev/input.
#
# The machine's clock counts its instructions (-icount), two nanoseconds each, which is slower than a Raspberry Pi. So it
# runs as steadily on a busy computer as on an idle one, and sleeping costs no time: times can be judged.
#
# Fails when a check fails, and when the machine does not report. TIMEOUT is in seconds.
set -euo pipefail
dir=$1 python=$2 wheel=$3
here=$(cd "$(dirname "$0")" && pwd)
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
at() { "$python" -c "import sys, sysconfig; print($1)"; }

# A root of its own, held in memory: busybox, Python with its library and what they are linked to, drivers, wheel, tests.
mkdir -p "$root"/{bin,proc,sys,dev,run,tmp,modules,house/tests/rig}
cp "$(command -v busybox)" "$root/bin/busybox"
cp "$here/hardware_init" "$root/init"
chmod +x "$root/init"
cp "$dir"/modules/* "$root/modules/"
cp -r "$dir/site" "$root/site"
"$python" -m zipfile -e "$wheel" "$root/site"
cp "$here"/hardware_*.py "$root/house/tests/rig/"

binary=$(readlink -f "$(at 'sys.executable')")
library=$(at 'sysconfig.get_path("stdlib")')
mkdir -p "$root$(dirname "$binary")" "$root$library"
cp "$binary" "$root$binary"
tar -C "$library" --exclude=site-packages --exclude=dist-packages --exclude=test --exclude=tests --exclude=idlelib \
    --exclude=tkinter --exclude=turtledemo --exclude=lib2to3 --exclude=ensurepip --exclude='config-*' --exclude='*.a' \
    -c . | tar -C "$root$library" -x
find "$root$binary" "$root" -name '*.so*' -type f -print0 | xargs -0 -n 1 ldd 2>/dev/null | cat - <(ldd "$binary") |
    grep -o '/[^ ]*' | sort -u | while read -r file; do
        [ -e "$root$file" ] || { mkdir -p "$root$(dirname "$file")" && cp -L "$file" "$root$file"; }
    done
# awk reads to the end: a reader that stops early may end its writer with SIGPIPE, and pipefail this script without a word.
libgcc=$(ldconfig -p | awk '/libgcc_s.so.1.*x86-64/ && !found { found = $NF } END { print found }')  # threads need it, though nothing is linked to it
mkdir -p "$root$(dirname "$libgcc")" && cp -L "$libgcc" "$root$libgcc"
"$python" -m compileall -q -d / "$root/site" "$root/house" || true
printf 'PYTHON=%s\nPYTHONPATH=/house:/site\n' "$binary" > "$root/machine"
initrd=$(mktemp)
trap 'rm -rf "$root" "$initrd"' EXIT
(cd "$root" && find . | cpio --quiet -o -H newc) > "$initrd"

console=$dir/console.log
report=$dir/report.txt
: > "$report"
timeout --foreground "${TIMEOUT:-270}" qemu-system-x86_64 -accel tcg -icount shift=1,sleep=off -cpu max -smp 1 -m 1024 \
    -nodefaults -display none -no-reboot -kernel "$dir/vmlinuz" -initrd "$initrd" \
    -append "console=ttyS0 quiet panic=-1 mitigations=off" \
    -serial "file:$console" -serial stdio </dev/null | tee "$report" || true

if ! grep -q '^hardware: exit code 0' "$report"; then
    if ! grep -q '^hardware: exit code' "$report"; then
        echo "hardware rig: the machine did not report; the end of its console:" >&2
        tail -n 20 "$console" >&2
    fi
    exit 1
fi
