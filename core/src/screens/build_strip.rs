//! Draws the kit and the grafts of a run as a row of pictures.

use crate::content::{Graft, Kit};
use crate::raster::{Frame, Shade};
use crate::view::map_view::TILE;

/// The distance from one picture to the next, in pixels.
pub(super) const STEP: i16 = TILE + 1;

/// Draws the kit, if there is one, and then the grafts. The right edge of the last picture is at `x`.
pub(super) fn draw(frame: &mut Frame<'_>, (x, y): (i16, i16), kit: Option<Kit>, grafts: &[Graft]) {
    let mut x = x - TILE;
    for graft in grafts.iter().rev() {
        frame.sprite(x, y, graft.spec().sprite, Shade::Lit);
        x -= STEP;
    }
    if let Some(kit) = kit {
        frame.sprite(x, y, kit.spec().art, Shade::Lit);
    }
}
