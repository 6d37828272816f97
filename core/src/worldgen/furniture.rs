//! Places furniture where it cuts nothing off (W19).

use super::rolls::random_interior;
use crate::content::places::{Furniture, Place};
use crate::dice::Dice;
use crate::geometry::{Direction, Pos, TileSet};
use crate::world::{Map, Terrain};

/// The number of tries to place a piece of furniture.
const TRIES: u8 = 60;
/// The number of tries to place a cage.
const CAGE_TRIES: u16 = 2000;
/// The chance that the next piece is placed beside the previous one: 1 in this number.
const BESIDE_ONE_IN: u32 = 2;

/// Places the cages of `place` with their backs to walls (W25), but not on `taken` tiles.
pub(super) fn set_cages(dice: &mut Dice, map: &mut Map, place: &Place, taken: &TileSet) {
    let backed = Furniture { is_at_walls: true, ..place.low.clone() };
    for _ in 0..place.cages {
        let mut sites = (0..CAGE_TRIES).map(|_| random_interior(dice));
        if let Some(site) = sites.find(|&pos| !taken.contains(pos) && is_site(map, pos, &backed)) {
            map.set(site, Terrain::CageShut);
        }
    }
}

/// Places the furniture of `place` on plain ground, but not on `taken` tiles.
pub(super) fn set(dice: &mut Dice, map: &mut Map, place: &Place, taken: &TileSet) {
    for (furniture, terrain) in [(&place.tall, Terrain::Tall), (&place.low, Terrain::Low)] {
        let mut last: Option<Pos> = None;
        for _ in 0..dice.uniform(furniture.pieces.clone()) {
            let beside = last
                .filter(|_| dice.one_in(BESIDE_ONE_IN))
                .and_then(|last| last.step(Direction::East))
                .filter(|&pos| !taken.contains(pos) && is_site(map, pos, furniture));
            let site = beside.or_else(|| {
                let mut sites = (0..TRIES).map(|_| random_interior(dice));
                sites.find(|&pos| !taken.contains(pos) && is_site(map, pos, furniture))
            });
            if let Some(site) = site {
                map.set(site, terrain);
            }
            last = site;
        }
    }
}

/// Returns whether `furniture` may stand at `pos`. The tile must be ground, with only ground, walls, glass, water and
/// other furniture around it. Furniture on the tile must cut nothing off. Some furniture also needs a wall to the
/// north.
fn is_site(map: &Map, pos: Pos, furniture: &Furniture) -> bool {
    let is_plain = |terrain| {
        use Terrain::{Glass, Ground, Low, Tall, Wall, Water};
        matches!(terrain, Ground | Wall | Low | Tall | Glass | Water)
    };
    let north = pos.step(Direction::North).map(|north| map.terrain(north));
    map.terrain(pos) == Terrain::Ground
        && (!furniture.is_at_walls || north == Some(Terrain::Wall))
        && pos.neighbours().all(|beside| is_plain(map.terrain(beside)))
        && cuts_nothing_off(map, pos)
}

/// Returns whether the ground tiles around `pos` are connected, so that every way across `pos` can be replaced by a way
/// around `pos`.
fn cuts_nothing_off(map: &Map, pos: Pos) -> bool {
    let is_ground = |direction| {
        pos.step(direction).is_some_and(|beside| map.terrain(beside) == Terrain::Ground)
    };
    let ends = Direction::ALL
        .into_iter()
        .filter(|&direction| is_ground(direction) && !is_ground(direction.clockwise()));
    ends.count() <= 1 && Direction::ALL.into_iter().any(is_ground)
}
