//! RGB pictures.

use musrex_core::raster::{Colour, Frame};
use std::fs::File;
use std::io::BufReader;
use std::path::Path;

/// A picture with one number 0x00RRGGBB for each pixel.
#[derive(Clone, PartialEq, Eq)]
pub struct RgbImage {
    /// The width in pixels.
    pub width: usize,
    /// All pixels, row by row.
    pub pixels: Vec<u32>,
}

impl RgbImage {
    /// Reads the PNG file at `path`, in the format of the goldens and of the pictures that `musrex` writes.
    ///
    /// # Panics
    /// Panics if there is no such file, or if the file has another format.
    pub fn read(path: &Path) -> RgbImage {
        let file = File::open(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let mut decoder = png::Decoder::new(BufReader::new(file));
        decoder.set_transformations(png::Transformations::EXPAND);
        let mut reader = decoder.read_info().expect("it is a PNG");
        let mut bytes = vec![0; reader.output_buffer_size().expect("it fits memory")];
        let info = reader.next_frame(&mut bytes).expect("it is whole");
        assert_eq!((info.color_type, info.bit_depth), (png::ColorType::Rgb, png::BitDepth::Eight));
        let pixels =
            bytes.chunks_exact(3).map(|rgb| u32::from_be_bytes([0, rgb[0], rgb[1], rgb[2]]));
        RgbImage {
            width: usize::try_from(info.width).expect("it fits memory"),
            pixels: pixels.collect(),
        }
    }

    /// Returns the picture that a frame shows.
    pub fn of_frame(frame: &Frame<'_>) -> RgbImage {
        let colour = |&index: &u8| {
            let (red, green, blue) = frame.palette.rgb(Colour(index));
            u32::from_be_bytes([0, red, green, blue])
        };
        let pixels = frame.pixels().iter().map(colour).collect();
        RgbImage { width: frame.width().into(), pixels }
    }

    /// Returns the height in pixels.
    pub fn height(&self) -> usize {
        self.pixels.len() / self.width
    }

    /// Returns the picture as a PNG file. If `pixels_a_metre` is given, the file records this resolution for printing.
    /// The output is deterministic.
    pub fn png(&self, pixels_a_metre: Option<u32>) -> Vec<u8> {
        let side = |pixels: usize| u32::try_from(pixels).expect("it fits memory");
        let mut file = Vec::new();
        let mut encoder = png::Encoder::new(&mut file, side(self.width), side(self.height()));
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_compression(png::Compression::High);
        encoder.set_pixel_dims(pixels_a_metre.map(|side| png::PixelDimensions {
            xppu: side,
            yppu: side,
            unit: png::Unit::Meter,
        }));
        let bytes: Vec<u8> = self
            .pixels
            .iter()
            .flat_map(|pixel| {
                let [_, red, green, blue] = pixel.to_be_bytes();
                [red, green, blue]
            })
            .collect();
        let mut writer = encoder.write_header().expect("memory takes any picture");
        writer.write_image_data(&bytes).expect("the pixels are as many as the size says");
        writer.finish().expect("memory takes any picture");
        file
    }

    /// Returns this picture, enlarged by `scale`, in the middle of a black picture of `width` × `height` pixels.
    ///
    /// # Panics
    /// Panics if the enlarged picture does not fit.
    #[must_use]
    pub fn framed(&self, scale: usize, width: usize, height: usize) -> RgbImage {
        let left = (width - self.width * scale) / 2;
        let top = (height - self.height() * scale) / 2;
        let colour = |x: usize, y: usize| {
            let (x, y) = (x.checked_sub(left)? / scale, y.checked_sub(top)? / scale);
            let is_inside = x < self.width && y < self.height();
            is_inside.then(|| self.pixels[y * self.width + x])
        };
        let pixels = (0..height)
            .flat_map(|y| (0..width).map(move |x| (x, y)))
            .map(|(x, y)| colour(x, y).unwrap_or(0));
        RgbImage { width, pixels: pixels.collect() }
    }
}

impl std::fmt::Debug for RgbImage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "a picture of {} × {} pixels", self.width, self.height())
    }
}
