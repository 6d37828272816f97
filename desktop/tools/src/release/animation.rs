//! A GIF of pictures that follow each other: each frame holds only what has changed.

use super::Failure;
use super::scenes::FRAME_MS;
use gif::{Encoder, Frame, Repeat};
use musrex_support::picture::RgbImage;
use std::borrow::Cow;
use std::collections::BTreeMap;

/// The index that leaves a pixel as it was.
const UNCHANGED: u8 = 255;
/// The unit of times in a GIF.
const UNIT_MS: u16 = 10;

/// Returns a GIF that repeats `pictures` for ever, each enlarged by `scale`.
pub(super) fn gif(pictures: &[RgbImage], scale: usize) -> Result<Vec<u8>, Failure> {
    let (colours, bytes) = palette(pictures)?;
    let side = |pixels: usize| u16::try_from(pixels * scale).expect("a screen is small");
    let (width, height) = (pictures[0].width, pictures[0].height());
    let unwritable = |error| Failure(format!("could not make the animation: {error}"));
    let mut file = Vec::new();
    let mut encoder =
        Encoder::new(&mut file, side(width), side(height), &bytes).map_err(unwritable)?;
    encoder.set_repeat(Repeat::Infinite).map_err(unwritable)?;
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
            delay: frames * FRAME_MS / UNIT_MS,
            transparent: Some(UNCHANGED),
            left: side(left),
            top: side(top),
            width: side(columns),
            height: side(rows),
            buffer: Cow::Owned(buffer),
            ..Frame::default()
        };
        encoder.write_frame(&frame).map_err(unwritable)?;
        (shown, rest) = (Some(picture), &rest[equal..]);
    }
    drop(encoder);
    Ok(file)
}

/// Returns the index of each colour of the pictures, and red, green and blue of all of them.
fn palette(pictures: &[RgbImage]) -> Result<(BTreeMap<u32, u8>, Vec<u8>), Failure> {
    let (mut colours, mut bytes) = (BTreeMap::new(), Vec::new());
    for colour in pictures.iter().flat_map(|picture| &picture.pixels) {
        if !colours.contains_key(colour) {
            let index = u8::try_from(colours.len()).ok().filter(|&index| index < UNCHANGED);
            let index = index.ok_or_else(|| {
                Failure("the animation has more colours than a GIF can hold".to_owned())
            })?;
            colours.insert(*colour, index);
            bytes.extend(&colour.to_be_bytes()[1..]);
        }
    }
    // The colour that nobody sees; a GIF has 256 where it has more than 128.
    bytes.resize(256 * 3, 0);
    Ok((colours, bytes))
}

/// A part of a picture.
struct Part {
    left: usize,
    top: usize,
    right: usize,
    bottom: usize,
}

/// Returns the smallest part outside which both pictures are equal: at least a pixel.
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
