#!/bin/sh
# Installs on Debian what the tests need beyond Rust; without it, they skip what they cannot do.
# Does nothing where all of it is there. Needs root, or sudo.
set -eu
cd "$(dirname "$0")/.."

packages="
    xvfb libx11-6 libxcursor1
    valgrind
    g++
    rustc-web cargo-web rust-web-src rust-web-clippy binutils-arm-none-eabi
    pulseaudio pulseaudio-utils
    libretro-mgba
    mednafen mgba-sdl
    gcc-mingw-w64-x86-64 wine wine64
"
# In this order:
# - windows on a screen that is not there, and what musrex opens a window with
# - counts of instructions
# - the library of the fuzzers
# - a compiler for the handhelds, with the sources of its standard library, a linter and a linker
# - a sound server without a sound card
# - the Game Boy Advance
# - emulators of it, as players have them
# - Windows: a C compiler, which links, and what runs its programs

missing=""
for package in $packages; do
    status=$(dpkg-query --show --showformat='${db:Status-Status}' "$package" 2>/dev/null || true)
    [ "$status" = installed ] || missing="$missing $package"
done
if [ -n "$missing" ]; then
    as_root=""
    [ "$(id -u)" -eq 0 ] || as_root="sudo"
    $as_root apt-get update --quiet
    # shellcheck disable=SC2086 # one word a package
    $as_root env DEBIAN_FRONTEND=noninteractive \
        apt-get install --yes --quiet --no-install-recommends $missing
fi

PATH="$PATH:${CARGO_HOME:-$HOME/.cargo}/bin"

# The runner of the measurements must be of the same version as the library.
wanted=$(sed -n '/^name = "gungraun"$/{n;s/version = "\(.*\)"/\1/p;}' Cargo.lock)
if [ -n "$wanted" ]; then
    installed=$(gungraun-runner --version 2>/dev/null | sed 's/.* //' || true)
    [ "$installed" = "$wanted" ] ||
        cargo install --quiet --locked --force --version "$wanted" gungraun-runner
fi

# Builds and runs the fuzzers.
wanted="0.13.2"
installed=$(cargo-fuzz --version 2>/dev/null | sed 's/.* //' || true)
[ "$installed" = "$wanted" ] ||
    cargo install --quiet --locked --force --version "$wanted" cargo-fuzz
