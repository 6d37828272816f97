//! The page of the hall of fame about open kits and nights, and about how to open the others (H16, H17).

use crate::content::Kit;
use crate::raster::{Colour, Frame, Shade, TextSize};
use crate::view::map_view::TILE;
use crate::view::text;
use crate::view::widgets::{self, Area};
use crate::world::Progress;

/// The width and the height of the page in pixels.
const SIZE: (i16, i16) = (240, 160);
/// The left margin of the pictures in pixels.
const MARGIN: i16 = 12;
/// The gap between two names in pixels.
const NAME_GAP: i16 = 8;

/// Draws the open and the closed kits and nights of `progress`, and the `hint` for the buttons.
pub(super) fn draw(frame: &mut Frame<'_>, progress: Progress, hint: &str) {
    frame.clear(Colour::INK);
    let page = match frame.text_size() {
        TextSize::Normal => Area::of(frame).centred(SIZE.0, SIZE.1),
        TextSize::Large => Area::of(frame),
    };
    let line = widgets::line_height(frame);
    let middle = page.x + page.width / 2;
    widgets::text_centred(frame, middle, page.y + 3, text::OPENED_HEADING, Colour::GOLD);
    let left = page.x + MARGIN;
    let mut y = page.y + line + 7;
    let mut x = left;
    for kit in Kit::ALL.into_iter().filter(|kit| kit.is_open(progress.missing())) {
        frame.sprite(x, y, kit.spec().art, Shade::Lit);
        x += TILE + 6;
    }
    let right = page.x + page.width - MARGIN;
    widgets::text_right(frame, right, y + 4, text::OPEN_KITS, Colour::GREEN);
    y += TILE + 1;
    let mut x = left;
    for kit in Kit::ALL.into_iter().filter(|kit| kit.is_open(progress.missing())) {
        let name = text::kit_name(kit);
        if x + frame.width_of(name) > right {
            (x, y) = (left, y + line);
        }
        x = frame.text(x, y, name, Colour::SILVER) + NAME_GAP;
    }
    y += line;
    widgets::rule(frame, y);
    y += 4;
    for kit in Kit::closed(progress.missing()) {
        let height = 2 * line + 1;
        widgets::silhouette(frame, (left, y + (height - TILE) / 2), kit.spec().art);
        let column = left + TILE + 6;
        frame.text(column, y, text::kit_name(kit), Colour::SILVER);
        widgets::text_right(frame, right, y, text::LOCKED_KIT, Colour::GREY);
        frame.text(column, y + line, text::opens_line(kit), Colour::WHITE);
        y += height + 1;
    }
    let foot = page.y + page.height - line - 1;
    frame.text(left, foot - line - 1, &text::nights_line(progress), Colour::STRAW);
    widgets::text_right(frame, page.x + page.width - 6, foot, hint, Colour::GOLD);
}
