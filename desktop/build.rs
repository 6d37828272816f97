//! Passes the hash of the commit to the program, and embeds an icon in the Windows program.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

/// The sizes of the icons, which are square, in pixels per side.
const SIDES: [u8; 5] = [16, 32, 48, 64, 128];

fn main() {
    println!("cargo:rustc-env=MUSREX_COMMIT={}", git(&["rev-parse", "--short=10", "HEAD"]));
    // Git changes one of these files at every check-out and every commit.
    for name in ["HEAD", "logs/HEAD"] {
        let path = git(&["rev-parse", "--git-path", name]);
        // Cargo would rebuild every time if one of the listed files were missing.
        if Path::new(&path).exists() {
            println!("cargo:rerun-if-changed={path}");
        }
    }
    println!("cargo:rerun-if-changed=build.rs");
    if env::var("CARGO_CFG_TARGET_OS").is_ok_and(|system| system == "windows") {
        link_icons();
    }
}

/// Returns the output of git; "unknown" if git is missing or this is not a repository.
fn git(arguments: &[&str]) -> String {
    let output = Command::new("git").args(arguments).output().ok();
    let answer = output
        .filter(|output| output.status.success())
        .and_then(|output| String::from_utf8(output.stdout).ok());
    answer.map_or_else(|| "unknown".to_owned(), |answer| answer.trim().to_owned())
}

/// Links the icons into the program as a resource, which Windows Explorer shows. Microsoft's linker accepts a resource
/// file directly. For the GNU linker, windres must first convert the file; it comes with that linker.
fn link_icons() {
    let folder = PathBuf::from(env::var_os("OUT_DIR").expect("cargo tells it"));
    let file = folder.join("icons.res");
    fs::write(&file, resources()).expect("cargo has made the folder");
    if env::var("CARGO_CFG_TARGET_ENV").is_ok_and(|linker| linker == "msvc") {
        println!("cargo:rustc-link-arg-bins={}", file.display());
        return;
    }
    let object = folder.join("icons.o");
    for windres in ["x86_64-w64-mingw32-windres", "windres"] {
        let mut command = Command::new(windres);
        command.args(["--input-format=res", "--output-format=coff"]).arg(&file).arg(&object);
        if command.status().is_ok_and(|status| status.success()) {
            println!("cargo:rustc-link-arg-bins={}", object.display());
            return;
        }
    }
    println!("cargo:warning=without windres, musrex.exe has no icon");
}

/// Returns the resource file: the icons, and the group resource that lists them.
fn resources() -> Vec<u8> {
    const ICON: u16 = 3;
    const GROUP: u16 = 14;
    let mut file = resource(0, 0, &[]);
    // The header of the group: a reserved zero, 1 for icons, and the number of icons.
    let count = u16::try_from(SIDES.len()).expect("they are few");
    let mut group = [0, 1, count].map(u16::to_le_bytes).concat();
    for (id, side) in (1..).zip(SIDES) {
        let folder = Path::new("share/icons/hicolor").join(format!("{side}x{side}"));
        let path = folder.join("apps").join("musrex.png");
        println!("cargo:rerun-if-changed={}", path.display());
        let png = fs::read(&path).expect("it is among the sources");
        // The entry of an icon: width, height, no palette, one plane of 32 bits per pixel.
        group.extend([side, side, 0, 0, 1, 0, 32, 0]);
        group.extend(u32::try_from(png.len()).expect("it is small").to_le_bytes());
        group.extend(u16::to_le_bytes(id));
        file.extend(resource(ICON, id, &png));
    }
    file.extend(resource(GROUP, 1, &group));
    file
}

/// Returns a resource of type `kind`: a header and the bytes, padded to a multiple of four bytes.
fn resource(kind: u16, id: u16, bytes: &[u8]) -> Vec<u8> {
    const HEADER_BYTES: u32 = 32;
    let length = u32::try_from(bytes.len()).expect("it is small");
    let mut resource = [length, HEADER_BYTES].map(u32::to_le_bytes).concat();
    // In a header, 0xFFFF means that a number follows instead of a name.
    for number in [kind, id] {
        resource.extend([u16::MAX, number].map(u16::to_le_bytes).concat());
    }
    // The other fields are the data version, the memory flags (movable, discardable), the language, the version, and
    // the characteristics.
    let flags = if kind == 0 { 0 } else { 0x1030 };
    resource.extend(0_u32.to_le_bytes());
    resource.extend([flags, 0_u16].map(u16::to_le_bytes).concat());
    resource.extend([0; 8]);
    resource.extend(bytes);
    resource.resize(resource.len().next_multiple_of(4), 0);
    resource
}
