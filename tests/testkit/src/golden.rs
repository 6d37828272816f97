//! Goldens: outputs that were approved once. They must not change without a new approval.
//!
//! With `MUSREX_BLESS=1` in the environment, a golden is written instead of compared, and a sentence on standard error
//! describes the change. `cargo bless` rewrites all goldens. After a mismatch, the actual output is in the folder named
//! in the failure message.

use crate::source::root;
use musrex_core::raster::{Colour, Frame};
use std::collections::BTreeMap;
use std::fs;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicUsize, Ordering};

type Rgb = [u8; 3];

/// Returns whether goldens are written instead of compared.
pub fn is_blessing() -> bool {
    std::env::var_os("MUSREX_BLESS").is_some_and(|value| value == "1")
}

/// Returns the path of the golden `name`.
pub fn path(name: &str) -> PathBuf {
    root().join("tests/golden").join(name)
}

fn create_parent(path: &Path) {
    let parent = path.parent().expect("a golden lies in a directory");
    fs::create_dir_all(parent)
        .unwrap_or_else(|error| panic!("cannot make {}: {error}", parent.display()));
}

fn write(path: &Path, bytes: &[u8]) {
    create_parent(path);
    fs::write(path, bytes)
        .unwrap_or_else(|error| panic!("cannot write {}: {error}", path.display()));
}

/// Reports that the golden `name` was rewritten; `change` describes the difference. The report appears even if the
/// output of the test is captured.
pub fn report(name: &str, change: &str) {
    let sentence = format!("blessed tests/golden/{name}: {change}\n");
    std::io::stderr().write_all(sentence.as_bytes()).expect("standard error takes a sentence");
}

/// Reports the progress of blessing, even if the output of the test is captured. Reports nothing if goldens are being
/// compared.
pub fn progress(sentence: &str) {
    if is_blessing() {
        let sentence = format!("blessing: {sentence}\n");
        std::io::stderr().write_all(sentence.as_bytes()).expect("standard error takes a sentence");
    }
}

/// Counts the compared pictures, and reports their number at intervals.
fn count_picture() {
    /// The number of pictures between two reports.
    const STEP: usize = 50;
    static COMPARED: AtomicUsize = AtomicUsize::new(0);
    static COUNT: LazyLock<usize> = LazyLock::new(|| {
        let pictures = |folder: &str| fs::read_dir(path(folder)).map_or(0, Iterator::count);
        pictures("frames") + pictures("sound")
    });
    let compared = COMPARED.fetch_add(1, Ordering::Relaxed) + 1;
    if compared.is_multiple_of(STEP) || compared == *COUNT {
        progress(&format!("{compared} of {} pictures are compared", *COUNT));
    }
}

/// Writes the golden text `name` if it has changed, and reports the difference.
fn bless_text(name: &str, found: &str) {
    let golden = path(name);
    let change = match fs::read_to_string(&golden) {
        Ok(before) if before == found => return,
        Ok(before) => text_change(&before, found),
        Err(_) => format!("new, {} lines", found.lines().count()),
    };
    write(&golden, found.as_bytes());
    report(name, &change);
}

/// Returns a sentence that states which lines differ.
fn text_change(before: &str, after: &str) -> String {
    let (old, new) = (before.lines().count(), after.lines().count());
    let pairs = before.lines().zip(after.lines()).zip(1..);
    let differing: Vec<usize> =
        pairs.filter(|((a, b), _)| a != b).map(|(_, number)| number).collect();
    let ranges: Vec<String> = differing
        .chunk_by(|a, b| a + 1 == *b)
        .map(|run| match run {
            [one] => one.to_string(),
            run => format!("{} to {}", run[0], run[run.len() - 1]),
        })
        .collect();
    let more = if ranges.len() > 10 { " and others" } else { "" };
    let named = ranges[..ranges.len().min(10)].join(", ");
    let counts = if old == new { String::new() } else { format!("; {old} lines are now {new}") };
    format!("{} lines differ: {named}{more}{counts}", differing.len())
}

/// Checks that `found` equals the golden text `name`, line by line. On failure, lists the first differing lines and
/// stores the actual text in `scratch`.
///
/// # Panics
/// Panics if the text differs from the golden.
#[track_caller]
pub fn assert_text(name: &str, found: &str, scratch: &str) {
    let golden = path(name);
    if is_blessing() {
        return bless_text(name, found);
    }
    let wanted = fs::read_to_string(&golden)
        .unwrap_or_else(|error| panic!("no golden {name}: {error}; `cargo bless` writes it"));
    if wanted == found {
        return;
    }
    let actual = Path::new(scratch).join(name);
    write(&actual, found.as_bytes());
    let pairs = wanted.lines().zip(found.lines()).enumerate();
    let differing: Vec<String> = pairs
        .filter(|(_, (wanted, found))| wanted != found)
        .map(|(index, (wanted, found))| {
            format!("line {}\n  wanted: {wanted}\n  found:  {found}", index + 1)
        })
        .collect();
    panic!(
        "{name}: {} lines differ, {} wanted and {} found in all; found: {}; if that is meant, \
         `cargo bless` writes them anew\n{}",
        differing.len(),
        wanted.lines().count(),
        found.lines().count(),
        actual.display(),
        differing.iter().take(10).cloned().collect::<Vec<_>>().join("\n")
    );
}

/// A picture in true colours.
#[derive(Clone, PartialEq, Eq)]
struct RgbImage {
    width: u32,
    height: u32,
    pixels: Vec<Rgb>,
}

/// Writes the golden picture `name` if it has changed, and reports the difference.
fn bless_image(name: &str, found: &RgbImage) {
    let golden = path(name);
    let change = match golden.exists().then(|| RgbImage::load(&golden)) {
        Some(before) if before == *found => return,
        Some(before) => before.change(found),
        None => "new".to_owned(),
    };
    found.save(&golden);
    report(name, &change);
}

/// Checks that `frame` equals the golden picture `name`, pixel by pixel. On failure, stores the actual picture and a
/// picture of the differences in `scratch`.
///
/// # Errors
/// Returns a sentence that describes the differences and states the paths of the files.
pub fn compare_frame(name: &str, frame: &Frame<'_>, scratch: &str) -> Result<(), String> {
    let name = &format!("{name}.png");
    let found = RgbImage::of(frame);
    let golden = path(name);
    if is_blessing() {
        count_picture();
        bless_image(name, &found);
        return Ok(());
    }
    if !golden.exists() {
        return Err(format!("no golden {name}; `cargo bless` writes it"));
    }
    let wanted = RgbImage::load(&golden);
    if wanted == found {
        return Ok(());
    }
    let actual = Path::new(scratch).join(name);
    found.save(&actual);
    if (wanted.width, wanted.height) != (found.width, found.height) {
        return Err(format!("{name} has another size; found: {}", actual.display()));
    }
    let difference = actual.with_extension("diff.png");
    wanted.difference(&found).save(&difference);
    let count = wanted.pixels.iter().zip(&found.pixels).filter(|(a, b)| a != b).count();
    Err(format!(
        "{name}: {count} pixels differ\n  wanted: {}\n  found:  {}\n  differs: {}",
        golden.display(),
        actual.display(),
        difference.display()
    ))
}

impl RgbImage {
    fn of(frame: &Frame<'_>) -> RgbImage {
        let rgb = |&pixel: &u8| frame.palette.rgb(Colour(pixel)).into();
        RgbImage {
            width: u32::from(frame.width()),
            height: u32::from(frame.height()),
            pixels: frame.pixels().iter().map(rgb).collect(),
        }
    }

    /// Returns a sentence that states the number and the position of the differing pixels.
    fn change(&self, after: &RgbImage) -> String {
        let size = |image: &RgbImage| format!("{} × {}", image.width, image.height);
        if (self.width, self.height) != (after.width, after.height) {
            return format!("{} pixels are now {}", size(self), size(after));
        }
        let pairs = self.pixels.iter().zip(&after.pixels).zip(0..);
        let differing: Vec<(u32, u32)> = pairs
            .filter(|((a, b), _)| a != b)
            .map(|(_, index)| (index % self.width, index / self.width))
            .collect();
        let range = |numbers: &dyn Fn(&(u32, u32)) -> u32| {
            let (low, high) =
                (differing.iter().map(numbers).min(), differing.iter().map(numbers).max());
            format!("{} to {}", low.unwrap_or(0), high.unwrap_or(0))
        };
        let (columns, rows) = (range(&|at| at.0), range(&|at| at.1));
        format!("{} pixels differ, in columns {columns} and rows {rows}", differing.len())
    }

    /// Returns a picture of the difference: equal pixels are darkened, and differing pixels are red.
    fn difference(&self, other: &RgbImage) -> RgbImage {
        let pairs = self.pixels.iter().zip(&other.pixels);
        let pixels = pairs
            .map(|(a, b)| if a == b { a.map(|part| part / 4) } else { [255, 0, 64] })
            .collect();
        RgbImage { pixels, ..*self }
    }

    /// Saves the picture with a palette of only its own colours, which makes the file small.
    fn save(&self, path: &Path) {
        create_parent(path);
        let mut places: BTreeMap<Rgb, u8> = BTreeMap::new();
        for rgb in &self.pixels {
            places.insert(*rgb, 0);
        }
        let palette: Vec<u8> = places.keys().flatten().copied().collect();
        for (place, index) in places.values_mut().zip(0..=u8::MAX) {
            *place = index;
        }
        let indices: Vec<u8> = self.pixels.iter().map(|rgb| places[rgb]).collect();
        let file = fs::File::create(path)
            .unwrap_or_else(|error| panic!("cannot write {}: {error}", path.display()));
        let mut encoder = png::Encoder::new(BufWriter::new(file), self.width, self.height);
        encoder.set_color(png::ColorType::Indexed);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_palette(palette);
        encoder.set_compression(png::Compression::High);
        let mut writer = encoder.write_header().expect("a picture of a frame can be written");
        writer.write_image_data(&indices).expect("a picture of a frame can be written");
        writer.finish().expect("a picture of a frame can be written");
    }

    fn load(path: &Path) -> RgbImage {
        let why = |error: &dyn std::fmt::Display| -> ! {
            panic!("{} is no picture: {error}", path.display())
        };
        let file = fs::File::open(path).unwrap_or_else(|error| why(&error));
        let mut decoder = png::Decoder::new(std::io::BufReader::new(file));
        decoder.set_transformations(png::Transformations::EXPAND);
        let mut reader = decoder.read_info().unwrap_or_else(|error| why(&error));
        let size = reader.output_buffer_size().unwrap_or_else(|| why(&"too large"));
        let mut bytes = vec![0; size];
        let info = reader.next_frame(&mut bytes).unwrap_or_else(|error| why(&error));
        assert_eq!(info.color_type, png::ColorType::Rgb, "{}", path.display());
        let pixels = bytes[..info.buffer_size()].chunks_exact(3).map(|p| [p[0], p[1], p[2]]);
        RgbImage { width: info.width, height: info.height, pixels: pixels.collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_of_text_is_said_by_lines() {
        assert_eq!(text_change("a\nb\nc\nd\n", "a\nX\nY\nd\n"), "2 lines differ: 2 to 3");
        let grown = text_change("a\nb\n", "X\nb\nc\n");
        assert_eq!(grown, "1 lines differ: 1; 2 lines are now 3");
    }

    #[test]
    fn a_change_of_a_picture_is_said_by_its_rectangle() {
        let before = RgbImage { width: 4, height: 3, pixels: vec![[0; 3]; 12] };
        let mut after = before.clone();
        (after.pixels[5], after.pixels[11]) = ([1; 3], [2; 3]);
        assert_eq!(before.change(&after), "2 pixels differ, in columns 1 to 3 and rows 1 to 2");
        after.height = 4;
        assert_eq!(before.change(&after), "4 × 3 pixels are now 4 × 4");
    }
}
