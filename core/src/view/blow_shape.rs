//! Draws the tiles that a weapon's blow strikes (I15).

use crate::content::effects;
use crate::content::items::ItemSpec;
use crate::raster::{Colour, Frame};
use crate::view::widgets::{self, Area};

/// The distance from one tile to the next in the picture, in pixels.
const STEP: i16 = 8;
/// The side of a tile in the picture, without the gap, in pixels.
const TILE: i16 = STEP - 1;
/// The number of tiles that the picture shows ahead, including the player's tile, and the number that it shows across.
const TILES: (i8, i8) = (3, 3);

/// The width of the picture in pixels.
pub(crate) const WIDTH: i16 = TILES.0 as i16 * STEP;

/// Draws the tiles around the player, who strikes to the right. The player's tile is white, tiles with full damage are
/// red, and tiles with less damage are orange. A blue border marks the tile to which the blow pushes its target.
pub(crate) fn draw(frame: &mut Frame<'_>, (x, y): (i16, i16), weapon: &ItemSpec) {
    let middle = TILES.1 / 2;
    let pushes = effects::pushes(weapon.effects);
    for (ahead, right) in
        (0..TILES.0).flat_map(|ahead| (-middle..=middle).map(move |it| (ahead, it)))
    {
        let left = x + i16::from(ahead) * STEP;
        let top = y + i16::from(right + middle) * STEP;
        let tile = Area { x: left, y: top, width: TILE, height: TILE };
        let struck = weapon.shape.others.iter().find(|other| other.at == (ahead, right));
        let part = match (ahead, right) {
            (1, 0) => Some(weapon.shape.target_part),
            _ => struck.map(|other| other.part),
        };
        let (border, inside) = match ((ahead, right), part) {
            ((0, 0), _) => (Colour::WHITE, Some(Colour::WHITE)),
            (_, Some(1)) => (Colour::BAD, Some(Colour::BAD)),
            (_, Some(_)) => (Colour::WARNING, Some(Colour::WARNING)),
            ((2, 0), None) if pushes => (Colour::GOOD, None),
            _ => (Colour::SLATE, None),
        };
        widgets::outline(frame, tile, border, inside);
    }
}
