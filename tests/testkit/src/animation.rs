//! Makes a GIF from a sequence of pictures. Each frame of the GIF stores only the part that changes.

use gif::{Encoder, Frame, Repeat};
use musrex_support::picture::RgbImage;
use std::borrow::Cow;
use std::collections::BTreeMap;

/// The colour index that leaves a pixel unchanged.
const UNCHANGED: u8 = 255;
/// The unit of times in a GIF, in milliseconds.
const UNIT_MS: u16 = 10;

/// Returns a GIF that repeats `pictures` forever. Each picture is shown for `frame_ms` milliseconds and enlarged by
/// `scale`.
///
/// # Panics
/// Panics if there are no pictures, or if they have more colours than a GIF can hold.
pub fn gif(pictures: &[RgbImage], frame_ms: u16, scale: usize) -> Vec<u8> {
    let (colours, bytes) = palette(pictures);
    let side = |pixels: usize| u16::try_from(pixels * scale).expect("a screen is small");
    let (width, height) = (pictures[0].width, pictures[0].height());
    let mut file = Vec::new();
    let mut encoder = Encoder::new(&mut file, side(width), side(height), &bytes)
        .expect("memory takes any picture");
    encoder.set_repeat(Repeat::Infinite).expect("memory takes any picture");
    let mut shown: Option<&RgbImage> = None;
    let mut rest = pictures;
    while let Some(picture) = rest.first() {
        let equal = rest.iter().take_while(|other| *other == picture).count();
        let changed = changed(shown, picture);
        let (left, top) = (changed.left, changed.top);
        let (columns, rows) = (changed.right - left, changed.bottom - top);
        let mut buffer = Vec::with_capacity(columns * rows * scale * scale);
        for y in (top..changed.bottom).flat_map(|y| std::iter::repeat_n(y, scale)) {
            for at in (left..changed.right).map(|x| y * width + x) {
                let colour = picture.pixels[at];
                let is_new = shown.is_none_or(|shown| shown.pixels[at] != colour);
                let index = if is_new { colours[&colour] } else { UNCHANGED };
                buffer.extend(std::iter::repeat_n(index, scale));
            }
        }
        let frames = u16::try_from(equal).expect("it is short");
        let frame = Frame {
            delay: frames * frame_ms / UNIT_MS,
            transparent: Some(UNCHANGED),
            left: side(left),
            top: side(top),
            width: side(columns),
            height: side(rows),
            buffer: Cow::Owned(buffer),
            ..Frame::default()
        };
        encoder.write_frame(&frame).expect("memory takes any picture");
        (shown, rest) = (Some(picture), &rest[equal..]);
    }
    drop(encoder);
    file
}

/// Returns the index of each colour in the pictures, and the red, green and blue of all colours.
fn palette(pictures: &[RgbImage]) -> (BTreeMap<u32, u8>, Vec<u8>) {
    let (mut colours, mut bytes) = (BTreeMap::new(), Vec::new());
    for colour in pictures.iter().flat_map(|picture| &picture.pixels) {
        if !colours.contains_key(colour) {
            let index = u8::try_from(colours.len()).ok().filter(|&index| index < UNCHANGED);
            let index = index.expect("a GIF holds as many colours as the pictures have");
            colours.insert(*colour, index);
            bytes.extend(&colour.to_be_bytes()[1..]);
        }
    }
    // The colour table has 256 entries, because `UNCHANGED` is the index 255. The last colour is never shown.
    bytes.resize(256 * 3, 0);
    (colours, bytes)
}

/// A part of a picture.
struct Part {
    left: usize,
    top: usize,
    right: usize,
    bottom: usize,
}

/// Returns the smallest part that contains all differences between two pictures, but at least one pixel.
fn changed(before: Option<&RgbImage>, now: &RgbImage) -> Part {
    let mut part = Part { left: now.width, top: now.height(), right: 0, bottom: 0 };
    for (at, colour) in now.pixels.iter().enumerate() {
        if before.is_none_or(|before| before.pixels[at] != *colour) {
            let (x, y) = (at % now.width, at / now.width);
            part.left = part.left.min(x);
            part.top = part.top.min(y);
            part.right = part.right.max(x + 1);
            part.bottom = part.bottom.max(y + 1);
        }
    }
    if part.right == 0 { Part { left: 0, top: 0, right: 1, bottom: 1 } } else { part }
}
