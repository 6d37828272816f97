//! Goldens: what was right once and must stay so until somebody says otherwise.
//!
//! With `MUSREX_BLESS=1` in the environment a golden is written instead of compared. After a
//! mismatch what was found lies in the directory that the failure names.

use musrex_core::raster::{Colour, Frame};
use std::collections::BTreeMap;
use std::fs;
use std::io::BufWriter;
use std::path::{Path, PathBuf};

type Rgb = [u8; 3];

/// Whether goldens are to be written instead of compared.
pub fn is_blessing() -> bool {
    std::env::var_os("MUSREX_BLESS").is_some_and(|value| value == "1")
}

/// Where the golden `name` is kept.
pub fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("golden").join(name)
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

/// Checks that `found` is the golden text `name`, line by line; the first differing lines are named.
/// What was found is kept in `scratch` then.
///
/// # Panics
/// When it is not.
#[track_caller]
pub fn assert_text(name: &str, found: &str, scratch: &str) {
    let golden = path(name);
    if is_blessing() {
        return write(&golden, found.as_bytes());
    }
    let wanted = fs::read_to_string(&golden)
        .unwrap_or_else(|error| panic!("no golden {name}: {error}; MUSREX_BLESS=1 writes it"));
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
         MUSREX_BLESS=1 writes them anew\n{}",
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

/// Checks that `frame` looks like the golden picture `name`, pixel by pixel. What was found and a
/// picture of what differs are kept in `scratch` then.
///
/// # Errors
/// What differs, as a sentence that names the files.
pub fn compare_frame(name: &str, frame: &Frame<'_>, scratch: &str) -> Result<(), String> {
    let name = &format!("{name}.png");
    let found = RgbImage::of(frame);
    let golden = path(name);
    if is_blessing() {
        found.save(&golden);
        return Ok(());
    }
    if !golden.exists() {
        return Err(format!("no golden {name}; MUSREX_BLESS=1 writes it"));
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

    /// What both share, darkened, and what differs in glaring red.
    fn difference(&self, other: &RgbImage) -> RgbImage {
        let pairs = self.pixels.iter().zip(&other.pixels);
        let pixels = pairs
            .map(|(a, b)| if a == b { a.map(|part| part / 4) } else { [255, 0, 64] })
            .collect();
        RgbImage { pixels, ..*self }
    }

    /// Written with a palette of the colours it has, which makes a small file.
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
