#!/bin/bash
# Starts Mus Rex in the RetroArch of the system, as PortMaster does with all cores: a core is not a program by itself.
# PortMaster passes its own folder in this variable. If the variable is not set, the folder is beside this script.
controlfolder=${controlfolder:-$(dirname "$0")/PortMaster}
# shellcheck disable=SC1091 # PortMaster's own
source "$controlfolder/control.txt"
get_controls
GAMEDIR="/$directory/ports/musrex"
cd "$GAMEDIR" || exit 1
exec > >(tee "$GAMEDIR/log.txt") 2>&1
# Each of the two processors has its library in a folder of its own: `cargo handheld libretro --target aarch64 --out
# aarch64` makes the first folder, and `--target armv7 --out armhf` makes the second.
core="$GAMEDIR/${DEVICE_ARCH:-aarch64}/musrex_libretro.so"
pm_platform_helper "$core"
# shellcheck disable=SC2154,SC2086 # of PortMaster; an option and its value
"$raloc/retroarch" $raconf --verbose -L "$core"
pm_finish
