//! Draws the icons of the desktop program from the game's own pictures. Icons of up to 48 pixels show the small picture
//! of the Mouse King; larger icons show his portrait. Both pictures are enlarged by a whole factor.
//!
//! `cargo run -p musrex-assets --example icons` writes the icons to `desktop/share`, the folder of the desktop entry.

use musrex_assets::creatures::MOUSE_KING;
use musrex_assets::interface::KING;
use musrex_assets::palette::PALETTES;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{fs, io};

/// The widths and heights of the icons in pixels.
const SIDES: [usize; 6] = [16, 32, 48, 64, 128, 256];
const SHARE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../desktop/share");

fn main() -> ExitCode {
    for side in SIDES {
        let path = path(side);
        if let Err(error) = write(&path, &icon(side)) {
            eprintln!("could not write {}: {error}", path.display());
            return ExitCode::FAILURE;
        }
        println!("{}", path.display());
    }
    ExitCode::SUCCESS
}

fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    fs::create_dir_all(path.parent().expect("it is in a folder"))?;
    fs::write(path, bytes)
}

/// Returns the path of an icon, following freedesktop.org's Icon Theme Specification.
fn path(side: usize) -> PathBuf {
    let folder = Path::new(SHARE).join("icons/hicolor").join(format!("{side}x{side}"));
    folder.join("apps").join("musrex.png")
}

/// Draws a square icon of `side` pixels as a PNG. The output is deterministic.
fn icon(side: usize) -> Vec<u8> {
    let small: &[u32] = MOUSE_KING.right[0].0.as_flattened();
    let (words, drawn) = if side < 64 { (small, 16) } else { (KING.words, 64) };
    // Each word holds four palette indices, the leftmost pixel in the lowest byte; 0 is clear.
    let indices: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    let scale = side / drawn;
    let mut pixels = Vec::with_capacity(4 * side * side);
    for (y, x) in (0..side).flat_map(|y| (0..side).map(move |x| (y, x))) {
        let index = indices[y / scale * drawn + x / scale];
        let (red, green, blue) = PALETTES.painted[usize::from(index)];
        let alpha = if index == 0 { 0 } else { 255 };
        pixels.extend([red, green, blue, alpha]);
    }
    let mut file = Vec::new();
    let size = u32::try_from(side).expect("an icon is small");
    let mut encoder = png::Encoder::new(&mut file, size, size);
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header().expect("memory takes any picture");
    writer.write_image_data(&pixels).expect("the pixels are as many as the size says");
    writer.finish().expect("memory takes any picture");
    file
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_icons_are_drawn_from_the_pictures_as_they_are() {
        for side in SIDES {
            let file = fs::read(path(side)).expect("it was written");
            assert!(file == icon(side), "{side}: cargo run -p musrex-assets --example icons");
        }
    }
}
