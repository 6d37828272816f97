#!/bin/sh
# Installs the packages on Debian that Mus Rex needs besides Rust, and prints their names. Needs root or sudo.
#
#   tests/setup.sh        all that the tests of the full tier use: about 1.5 GB, 5 minutes
#   tests/setup.sh rom    only what `cargo handheld gba` and `picosystem` need: about 700 MB, 1 minute
#
# Packages that are already installed stay unchanged. If nothing is missing, the script changes nothing.
set -eu
cd "$(dirname "$0")/.."

usage() {
    echo "usage: tests/setup.sh [rom]" >&2
    exit 2
}
[ $# -le 1 ] || usage

rom="rustc-web cargo-web rust-web-src rust-web-clippy binutils-arm-none-eabi"
case "${1-all}" in
rom)
    what="what a ROM needs"
    packages=$rom
    ;;
all)
    what="what the tests need"
    # The tests use the packages of these lines in this order: for windows on a screen that is not there; to
    # count instructions; to build the fuzzers; to build the cartridge; to record sound without a sound card; to
    # play in emulators; to build and run the program for Windows; and (the last two lines) to run the core for
    # libretro in RetroArch and on the processors of handhelds. The emulator of the PicoSystem runs on node,
    # which may also come from elsewhere.
    packages="
        xvfb libx11-6 libxcursor1
        valgrind
        g++
        $rom
        pulseaudio pulseaudio-utils
        libretro-mgba mednafen mgba-sdl
        gcc-mingw-w64-x86-64 wine wine64
        retroarch gcc gcc-aarch64-linux-gnu gcc-arm-linux-gnueabihf
        libc6-dev-arm64-cross libc6-dev-armhf-cross qemu-user
    "
    command -v node >/dev/null && command -v npm >/dev/null || packages="$packages nodejs npm"
    ;;
*) usage ;;
esac

as_root() {
    if [ "$(id -u)" -eq 0 ]; then "$@"; else sudo "$@"; fi
}

# Prints the version of Debian's Rust compiler, such as 1.95.0, or nothing if that compiler is missing.
debians_rust() {
    /usr/bin/rustc --version 2>/dev/null | sed 's/^rustc \([0-9.]*\).*/\1/'
}

# Succeeds if version $1 is $2 or later.
is_at_least() {
    [ "$(printf '%s\n%s\n' "$1" "$2" | sort --version-sort | head -n 1)" = "$2" ]
}

rust_min=$(sed -n 's/^rust-version = "\(.*\)"/\1/p' Cargo.toml)
missing=""
for package in $packages; do
    status=$(dpkg-query --show --showformat='${db:Status-Status}' "$package" 2>/dev/null || true)
    [ "$status" = installed ] || missing="$missing $package"
done
# If the system's package list is old, the same package may contain an older compiler.
found=$(debians_rust)
if [ -n "$found" ] && ! is_at_least "$found" "$rust_min"; then
    echo "setup: Debian's Rust here is $found and $rust_min is needed: it is updated."
    missing="$missing $rom"
fi

if [ -n "$missing" ]; then
    echo "setup: installs $what:"
    # shellcheck disable=SC2086 # one word a package
    echo "setup:  " $missing
    as_root apt-get update --quiet
    # shellcheck disable=SC2086
    as_root env DEBIAN_FRONTEND=noninteractive \
        apt-get install --yes --quiet --no-install-recommends $missing
else
    echo "setup: all packages are there."
fi

found=$(debians_rust)
if [ -z "$found" ] || ! is_at_least "$found" "$rust_min"; then
    cat >&2 <<TEXT
setup: Debian's Rust is ${found:-missing} and $rust_min is needed. The packages rustc-web and cargo-web bring it where
setup: the system's list of packages is up to date (\`apt-get update\`, and bookworm-security or trixie-security
setup: among its sources). A nightly Rust of rustup does as well: \`rustup toolchain install nightly
setup: --component rust-src\`.
TEXT
    exit 1
fi
if [ "${1-all}" = rom ]; then
    echo "setup: done; \`cargo handheld gba\` builds the ROM, \`cargo handheld picosystem\` the UF2 file."
    exit 0
fi

# Installs the PicoSystem emulator, in exactly the version that tests/picosystem/package-lock.json states.
if ! npm --prefix tests/picosystem ls >/dev/null 2>&1; then
    echo "setup: installs the emulator of the PicoSystem, rp2040js."
    npm --prefix tests/picosystem ci --no-audit --no-fund
fi

PATH="$PATH:${CARGO_HOME:-$HOME/.cargo}/bin"

# install NAME VERSION INSTALLED WHY: builds the cargo tool NAME, unless the version INSTALLED equals VERSION.
install() {
    [ "$3" = "$2" ] && return
    echo "setup: builds $1 $2, which $4 (about 2 minutes)."
    cargo install --locked --force --version "$2" "$1"
}

# The runner of the measurements must have the same version as its library.
wanted=$(sed -n '/^name = "gungraun"$/{n;s/version = "\(.*\)"/\1/p;}' Cargo.lock)
found=$(gungraun-runner --version 2>/dev/null | sed 's/.* //' || true)
install gungraun-runner "$wanted" "$found" "counts instructions"
found=$(cargo-fuzz --version 2>/dev/null | sed 's/.* //' || true)
install cargo-fuzz 0.13.2 "$found" "builds and runs the fuzzers"
echo "setup: done."
