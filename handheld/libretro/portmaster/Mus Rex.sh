#!/bin/bash
# Starts Mus Rex in the RetroArch of the system, as PortMaster does with cores: it has no program of its own.
# PortMaster starts its ports with its own folder in this variable, or beside it.
controlfolder=${controlfolder:-$(dirname "$0")/PortMaster}
# shellcheck disable=SC1091 # PortMaster's own
source "$controlfolder/control.txt"
get_controls
GAMEDIR="/$directory/ports/musrex"
cd "$GAMEDIR" || exit 1
exec > >(tee "$GAMEDIR/log.txt") 2>&1
# Two processors, two libraries: `cargo handheld libretro --target aarch64 --out aarch64` makes the first folder, and
# `--target armv7 --out armhf` the second.
core="$GAMEDIR/${DEVICE_ARCH:-aarch64}/musrex_libretro.so"
pm_platform_helper "$core"
# shellcheck disable=SC2154,SC2086 # of PortMaster; an option and its value
"$raloc/retroarch" $raconf --verbose -L "$core"
pm_finish
