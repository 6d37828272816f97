//! Widgets: the parts from which screens are composed.

use crate::raster::{Colour, Frame, FrameShape, Shade, TextSize};
use crate::view::text::Tone;
use embedded_graphics::Drawable;
use embedded_graphics::draw_target::DrawTarget;
use embedded_graphics::geometry::{Point, Size};
use embedded_graphics::primitives::{
    Primitive, PrimitiveStyle, PrimitiveStyleBuilder, Rectangle, StrokeAlignment,
};
use musrex_assets::Tile;
use musrex_assets::interface::{self, BAR, Icon, Image};

/// The width and the height of an icon in pixels.
pub const ICON: i16 = 8;

/// Returns the distance between lines of text in pixels.
pub fn line_height(frame: &Frame<'_>) -> i16 {
    frame.shape().line_height()
}

/// Returns the height in pixels of the bar above the map.
pub fn bar_height(shape: FrameShape) -> i16 {
    shape.line_height() + 2
}

/// Returns the height in pixels of a heading with the rule below it.
pub fn heading_height(shape: FrameShape) -> i16 {
    shape.line_height() + 4
}

/// Converts a width in `pixels` from the normal font to the current font. Adds a third if the current font is wider:
/// large text is wider on frames of at least 320 pixels in width.
pub(crate) fn widened(frame: &Frame<'_>, pixels: i16) -> i16 {
    match frame.text_size() {
        TextSize::Large if Frame::has_room_for_wide_text(frame.width()) => pixels * 4 / 3,
        _ => pixels,
    }
}

/// A rectangle of the frame, in pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Area {
    /// The left edge.
    pub x: i16,
    /// The top edge.
    pub y: i16,
    /// The width.
    pub width: i16,
    /// The height.
    pub height: i16,
}

impl Area {
    /// Returns the area of the whole frame.
    pub fn of(frame: &Frame<'_>) -> Area {
        Area::whole(frame.shape())
    }

    /// Returns the area of a whole frame of this shape.
    pub(crate) fn whole(shape: FrameShape) -> Area {
        let side =
            |pixels: u16| i16::try_from(pixels).expect("a frame has 640 pixels a side at most");
        Area { x: 0, y: 0, width: side(shape.width), height: side(shape.height) }
    }

    /// Returns an area of this size in the centre of this area.
    pub(crate) const fn centred(self, width: i16, height: i16) -> Area {
        Area {
            x: self.x + (self.width - width) / 2,
            y: self.y + (self.height - height) / 2,
            width,
            height,
        }
    }
}

impl From<Area> for Rectangle {
    fn from(area: Area) -> Rectangle {
        let side = |pixels: i16| pixels.max(0).cast_unsigned().into();
        let size = Size::new(side(area.width), side(area.height));
        Rectangle::new(Point::new(area.x.into(), area.y.into()), size)
    }
}

/// Fills an area; draws nothing if the width or the height is negative.
pub fn fill(frame: &mut Frame<'_>, area: Area, colour: Colour) {
    let Ok(()) = frame.fill_solid(&area.into(), colour);
}

/// Draws a line of one pixel in height across the whole frame.
pub fn rule(frame: &mut Frame<'_>, y: i16) {
    fill(frame, Area { y, height: 1, ..Area::of(frame) }, Colour::SLATE);
}

/// Draws a border of one pixel inside the edges of an area, and fills the area with `inside`, if given.
pub fn outline(frame: &mut Frame<'_>, area: Area, border: Colour, inside: Option<Colour>) {
    const BORDER: PrimitiveStyle<Colour> = PrimitiveStyleBuilder::new()
        .stroke_width(1)
        .stroke_alignment(StrokeAlignment::Inside)
        .build();
    let mut style = BORDER;
    (style.stroke_color, style.fill_color) = (Some(border), inside);
    let Ok(()) = Rectangle::from(area).into_styled(style).draw(frame);
}

/// Returns the colour of a tone (H2).
pub const fn tone_colour(tone: Tone) -> Colour {
    match tone {
        Tone::Normal => Colour::WHITE,
        Tone::Good => Colour::GOOD,
        Tone::Bad => Colour::BAD,
        Tone::Warning => Colour::WARNING,
    }
}

/// The colours of a message log (H10).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LogColours {
    /// True for high contrast: the background is black, and messages differ by lightness. Each message fades only once,
    /// in the next turn.
    pub has_contrast: bool,
}

impl LogColours {
    /// Returns the background of messages.
    pub const fn ground(self) -> Colour {
        if self.has_contrast { Colour::BLACK } else { Colour::INK }
    }

    /// Returns the colour of a tone. With high contrast, each tone has its own lightness, so that tones never differ by
    /// hue alone.
    pub const fn tone(self, tone: Tone) -> Colour {
        match tone {
            // In another colour, warnings would be as light as good news.
            Tone::Warning if self.has_contrast => Colour::GOLD,
            tone => tone_colour(tone),
        }
    }

    /// Returns the colour of the text beside messages, such as turns and counts.
    pub(crate) const fn quiet(self, colour: Colour) -> Colour {
        if self.has_contrast { Colour::WHITE } else { colour }
    }
}

/// Rounds a number of pixels up to whole icons.
pub(crate) const fn whole_icons(pixels: i16) -> i16 {
    (pixels + ICON - 1) / ICON * ICON
}

/// Draws a window: a border around a plain dark background. The width and the height are rounded up to whole icons.
/// Returns the area of the window.
pub(crate) fn panel(frame: &mut Frame<'_>, area: Area) -> Area {
    let pieces = &interface::PANEL.pieces;
    let (columns, rows) = (whole_icons(area.width) / ICON, whole_icons(area.height) / ICON);
    for row in 0..rows {
        let [left, middle, right] = &pieces[side(row, rows)];
        let y = area.y + row * ICON;
        frame.icon(area.x, y, left, Shade::Lit);
        stretch(frame, (area.x + ICON, y), (columns - 2) * ICON, middle);
        frame.icon(area.x + (columns - 1) * ICON, y, right, Shade::Lit);
    }
    Area { width: columns * ICON, height: rows * ICON, ..area }
}

/// Returns the piece of a border at `index`: first, middle or last.
const fn side(index: i16, count: i16) -> usize {
    match index {
        0 => 0,
        last if last == count - 1 => 2,
        _ => 1,
    }
}

/// Draws text centred on `x`.
pub(crate) fn text_centred(frame: &mut Frame<'_>, x: i16, y: i16, words: &str, colour: Colour) {
    let width = frame.width_of(words);
    frame.text(x - width / 2, y, words, colour);
}

/// Draws text that ends just before `x`.
pub(crate) fn text_right(frame: &mut Frame<'_>, x: i16, y: i16, words: &str, colour: Colour) {
    frame.text(x - frame.width_of(words), y, words, colour);
}

/// Draws a picture as a dark silhouette with its top left corner at (x, y). The silhouette stands for a thing that the
/// player does not have yet.
pub(crate) fn silhouette(frame: &mut Frame<'_>, (x, y): (i16, i16), tile: &Tile) {
    // Drawing a page of silhouettes pixel by pixel would take several frames on the Game Boy Advance.
    let darken = |pixel| if Colour(pixel) == Colour::BLACK { pixel } else { Colour::SLATE.0 };
    let shape =
        tile.0.map(|row| row.map(|word| u32::from_le_bytes(word.to_le_bytes().map(darken))));
    frame.sprite(x, y, &Tile(shape), Shade::Lit);
}

/// Returns the width and height of an image in pixels.
pub(crate) fn image_size(image: &Image) -> (i16, i16) {
    let side = |pixels: u16| i16::try_from(pixels).expect("a picture fits a frame");
    (side(image.width), side(image.height))
}

/// Draws an image with the top left corner at (x, y).
pub fn image(frame: &mut Frame<'_>, x: i16, y: i16, image: &Image) {
    frame.image(x, y, image, Shade::Lit);
}

/// The number of pixels at each end of a bar that are never filled.
const CAP: i16 = 4;

/// The contents of a bar.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HpBar {
    /// The current points.
    pub(crate) part: u32,
    /// The striped points: the points that an item, or a new level that is near, would restore (B13).
    pub(crate) gain: u32,
    /// The points of `part` that may soon be lost.
    pub(crate) loss: u32,
    /// The maximum.
    pub(crate) whole: u32,
}

/// Draws the bar of hit points (H1), `width` pixels long. `width` must be at least the width of two icons. Green
/// stripes show the points that would be restored (B13, I5), and red stripes show the points that may be lost.
pub(crate) fn bar(frame: &mut Frame<'_>, at: (i16, i16), width: i16, shown: HpBar) {
    let filling = match health(shown.part, shown.whole) {
        Health::Good => &BAR.good,
        Health::Low => &BAR.warning,
        Health::Critical => &BAR.bad,
    };
    draw_bar(frame, at, width, shown, filling);
}

/// Draws a bar of experience, filled to `part` of `whole`.
pub(crate) fn xp_bar(frame: &mut Frame<'_>, at: (i16, i16), width: i16, part: u32, whole: u32) {
    draw_bar(frame, at, width, HpBar { part, gain: 0, loss: 0, whole }, &BAR.xp);
}

fn draw_bar(frame: &mut Frame<'_>, (x, y): (i16, i16), width: i16, shown: HpBar, filling: &Icon) {
    let HpBar { part, gain, loss, whole } = shown;
    let between = width - 2 * CAP;
    let columns = |points: u32| match (points, whole) {
        (0, _) | (_, 0) => 0,
        // A bar with more than 0 points shows at least one column.
        _ => {
            let columns = u32::from(between.unsigned_abs()) * points.min(whole) / whole;
            i16::try_from(columns).unwrap_or(between).max(1)
        }
    };
    let (full, gained) = (columns(part), columns(part + gain));
    frame.icon(x, y, &BAR.left, Shade::Lit);
    frame.icon(x + width - ICON, y, &BAR.right, Shade::Lit);
    stretch(frame, (x + CAP, y), full, filling);
    stretch(frame, (x + CAP + full, y), between - full, &BAR.empty);
    // If the bar is already red, the part that may be lost is drawn as empty.
    let lost = if filling == &BAR.bad { &BAR.empty } else { &BAR.bad };
    let kept = columns(part.saturating_sub(loss));
    for column in (kept..full).rev().step_by(2) {
        stretch(frame, (x + CAP + column, y), 1, lost);
    }
    for column in (full + 1..gained).step_by(2) {
        stretch(frame, (x + CAP + column, y), 1, &BAR.good);
    }
}

/// Draws `width` columns of an icon in which all columns are equal.
fn stretch(frame: &mut Frame<'_>, (x, y): (i16, i16), width: i16, icon: &Icon) {
    let mut colours = icon.0.map(|[first, _]| first.to_le_bytes()[0]).into_iter().peekable();
    let mut top = y;
    while let Some(colour) = colours.next() {
        let mut height = 1;
        while colours.next_if_eq(&colour).is_some() {
            height += 1;
        }
        if colour != Colour::BLACK.0 {
            fill(frame, Area { x, y: top, width, height }, Colour(colour));
        }
        top += height;
    }
}

/// The state of hit points (H1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Health {
    /// More than half of the hit points are left.
    Good,
    /// The hit points are at most half of the maximum, but more than a fifth.
    Low,
    /// The hit points are at most a fifth of the maximum.
    Critical,
}

/// Classifies `part` of `whole` hit points (H1).
pub const fn health(part: u32, whole: u32) -> Health {
    if part * 5 <= whole {
        Health::Critical
    } else if part * 2 <= whole {
        Health::Low
    } else {
        Health::Good
    }
}

impl Health {
    /// Returns white, yellow or red, depending on the hit points that are left (H1).
    pub(crate) const fn colour(self) -> Colour {
        match self {
            Health::Good => Colour::WHITE,
            Health::Low => Colour::GOLD,
            Health::Critical => Colour::BAD,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // H1: the hit points are white, yellow at half or less, and red at a fifth or less.
    #[test]
    fn hit_points_change_colour_at_half_and_at_a_fifth() {
        let colours = [26, 25, 11, 10, 0].map(|hp| health(hp, 50).colour());
        let (white, yellow, red) = (Colour::WHITE, Colour::GOLD, Colour::BAD);
        assert_eq!(colours, [white, yellow, yellow, red, red]);
    }
}
