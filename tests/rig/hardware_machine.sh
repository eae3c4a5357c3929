#!/bin/bash
# hardware_machine.sh DIR PYTHON: make, once, what tests/rig/hardware.sh boots, and keep it in DIR.
#
#   DIR/vmlinuz    Debian's stock kernel, as its package has it
#   DIR/modules/   what the machine loads, in that order: gpio-sim (not in Debian's kernel: built here from the kernel's
#                  own source), uinput and evdev
#   DIR/site/      the unmodified drivers for PYTHON: gpiozero, lgpio, evdev
#
# Needs Debian 12 on x86-64; installs what is missing by apt, as root. Takes one to three minutes and 80 MB.
set -euo pipefail
dir=$1 python=$2
tag=$("$python" -c 'import sys; print(sys.implementation.cache_tag)')
stamp=$dir/built-by-$(sha256sum "$0" | cut -c1-16)-$tag
[ -e "$stamp" ] && exit 0

say() { echo "hardware rig: $*" >&2; }
command -v apt-get >/dev/null || { say "this needs Debian 12: the machine runs on its kernel"; exit 2; }
cd "$(dirname "$0")"

packages=(qemu-system-x86 busybox-static cpio kmod xz-utils gcc libc6-dev make linux-headers-amd64)
[ -e "$("$python" -c 'import sysconfig; print(sysconfig.get_path("include"))')/Python.h" ] || packages+=(python3-dev)
missing=()
for each in "${packages[@]}"; do
    dpkg-query -W -f '${Status}' "$each" 2>/dev/null | grep -q "install ok installed" || missing+=("$each")
done
if [ ${#missing[@]} -gt 0 ]; then
    [ "$(id -u)" = 0 ] || { say "sudo apt install ${missing[*]}"; exit 2; }
    say "installing ${missing[*]}"
    apt-get -qq update
    DEBIAN_FRONTEND=noninteractive apt-get -qq -y --no-install-recommends install "${missing[@]}" >/dev/null
fi

# The kernel must be the one whose headers are installed. It and its source are unpacked, never installed.
headers=$(dpkg-query -W -f '${Depends}' linux-headers-amd64 | sed 's/^linux-headers-\([^ ,]*\).*/\1/')
release=$(echo "$headers" | cut -d. -f1,2)
rm -rf "$dir"
mkdir -p "$dir"/{work,modules}
work=$(cd "$dir/work" && pwd)
fetch() { (cd "$work" && apt-get -qq -o APT::Sandbox::User=root download "$1" && mv "$1"_*.deb "$2"); }
if ! fetch "linux-image-$headers" image.deb; then
    say "apt has no linux-image-$headers: apt-get update, and bring linux-headers-amd64 up to date"
    exit 2
fi
dpkg-deb -x "$work/image.deb" "$work/kernel"
cp "$work/kernel/boot/vmlinuz-$headers" "$dir/vmlinuz"

say "building gpio-sim for $headers"
fetch "linux-source-$release" source.deb
mkdir "$work/gpio-sim"
dpkg-deb --fsys-tarfile "$work/source.deb" | tar -xO --wildcards './usr/src/linux-source-*.tar.xz' | xz -dc |
    tar -x -C "$work/gpio-sim" --strip-components=3 --wildcards \
        '*/drivers/gpio/gpio-sim.c' '*/drivers/gpio/gpiolib.h' '*/kernel/irq/irq_sim.c'
# The simulated interrupts are part of the kernel's core, which does not export this one name to modules.
sed -i 's/irq_to_desc(irqnum)/irq_data_to_desc(irq_get_irq_data(irqnum))/' "$work/gpio-sim/irq_sim.c"
printf 'obj-m := gpio-simulated.o\ngpio-simulated-y := gpio-sim.o irq_sim.o\n' > "$work/gpio-sim/Makefile"
make -s -C "/lib/modules/$headers/build" M="$work/gpio-sim" modules
mkdir -p "$work/kernel/lib/modules/$headers/extra"
cp "$work/gpio-sim/gpio-simulated.ko" "$work/kernel/lib/modules/$headers/extra/"
depmod -b "$work/kernel" "$headers"
number=100
for module in configfs gpio-simulated uinput evdev; do
    modprobe -d "$work/kernel" -S "$headers" --show-depends "$module"
done | awk '$1 == "insmod" && !seen[$2]++ { print $2 }' | while read -r file; do
    cp "$file" "$dir/modules/$((number++))-$(basename "$file")"
done

say "installing the drivers for $tag"
"$python" -m pip install --quiet --disable-pip-version-check --target "$dir/site" gpiozero lgpio evdev
rm -rf "$work"
touch "$stamp"
