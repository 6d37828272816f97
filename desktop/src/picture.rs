//! Converts frames to colours and to PNG.

use crate::failure::Failure;
use crate::files;
use musrex_core::raster::{Colour, Frame};
use std::path::Path;

/// The value of a black pixel of the window.
pub(crate) const BLACK: u32 = 0xFF00_0000;

/// Returns the palette of a frame as window pixels, 0xFFRRGGBB. The byte 0xFF makes a pixel opaque, which matters in a
/// window with 32 bits per pixel.
pub(crate) fn colours(frame: &Frame<'_>) -> [u32; 256] {
    palette(frame).map(|[red, green, blue]| u32::from_be_bytes([0xFF, red, green, blue]))
}

/// Returns `frame` as a PNG file with 8 bits each of red, green and blue. The output is deterministic.
pub(crate) fn png(frame: &Frame<'_>) -> Result<Vec<u8>, png::EncodingError> {
    let palette = palette(frame);
    let pixels: Vec<u8> =
        frame.pixels().iter().flat_map(|&index| palette[usize::from(index)]).collect();
    let (width, height) = (u32::from(frame.width()), u32::from(frame.height()));
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, width, height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&pixels)?;
    writer.finish()?;
    Ok(file)
}

/// Writes `frame` to a PNG file at `path`.
pub(crate) fn write(frame: &Frame<'_>, path: &Path) -> Result<(), Failure> {
    let bytes = png(frame).map_err(|error| {
        Failure::Failed(format!("could not make the picture {}: {error}", path.display()))
    })?;
    files::write(path, &bytes)
}

/// Returns the red, green and blue of each palette index.
fn palette(frame: &Frame<'_>) -> [[u8; 3]; 256] {
    let mut colour = 0;
    [(); 256].map(|()| {
        let (red, green, blue) = frame.palette.rgb(Colour(colour));
        colour = colour.wrapping_add(1);
        [red, green, blue]
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_shows_the_frame_in_its_colours() {
        let pixels = [3, 255, 0, 64, 7, 200, 1, 2];
        let mut words = [[3, 255, 0, 64], [7, 200, 1, 2]].map(u32::from_ne_bytes);
        let frame = Frame::new(4, 2, &mut words).expect("two words are 4 × 2 pixels");
        let file = png(&frame).expect("memory takes any picture");
        let mut reader = png::Decoder::new(std::io::Cursor::new(file)).read_info().expect("a PNG");
        let mut read = vec![0; reader.output_buffer_size().expect("a small picture")];
        let info = reader.next_frame(&mut read).expect("a picture");
        assert_eq!((info.width, info.height, info.color_type), (4, 2, png::ColorType::Rgb));
        for (place, colour) in pixels.into_iter().enumerate() {
            let (red, green, blue) = frame.palette.rgb(Colour(colour));
            assert_eq!(read[3 * place..3 * place + 3], [red, green, blue]);
            assert_eq!(
                colours(&frame)[usize::from(colour)],
                u32::from_be_bytes([0xFF, red, green, blue])
            );
        }
    }
}
