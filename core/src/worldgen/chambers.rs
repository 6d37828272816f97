//! Digs the chambers of a cave, joined by tunnels (W21).

use super::cave;
use super::rolls::{random_corner, roll};
use crate::content::places::Chambers;
use crate::dice::Dice;
use crate::geometry::{Direction, Pos};
use crate::world::{Map, Terrain};
use heapless::Vec;

/// The greatest number of chambers on a floor.
const CHAMBERS_MAX: usize = 16;
/// The number of tries to find a place for a chamber that is far enough from all other chambers.
const TRIES: u8 = 60;
/// The number of steps after which a tunnel no longer strays.
const STRAYING_STEPS: u16 = 200;

/// Digs chambers and tunnels into solid rock.
pub(super) fn dig(dice: &mut Dice, map: &mut Map, spec: &Chambers) {
    let [width, height] = spec.extent;
    let (left, top) = random_corner(dice, (width, height));
    let mut middles: Vec<Pos, CHAMBERS_MAX> = Vec::new();
    for _ in 0..dice.uniform(spec.count.clone()) {
        let mut middle = || {
            let x = roll(dice, 0..=u32::from(width) - 1);
            let y = roll(dice, 0..=u32::from(height) - 1);
            Pos::at(left + x, top + y)
        };
        let is_apart =
            |pos: &Pos| middles.iter().all(|other| other.steps_to(*pos) >= spec.distance_min);
        let Some(middle) = (0..TRIES).map(|_| middle()).find(is_apart) else { continue };
        let [across, down] = spec.radius.clone().map(|radius| dice.uniform(radius));
        dig_chamber(map, middle, across, down);
        let nearest = middles.iter().copied().min_by_key(|other| other.steps_to(middle));
        if let Some(nearest) = nearest {
            dig_tunnel(dice, map, spec, middle, nearest);
        }
        let _ = middles.push(middle);
    }
    for _ in 0..spec.loops {
        let ends = [dice.index(middles.len()), dice.index(middles.len())];
        if let [Some(from), Some(to)] = ends {
            dig_tunnel(dice, map, spec, middles[from], middles[to]);
        }
    }
    cave::remove_pillars(map);
}

/// Digs an elliptical chamber around `middle`. The border stays wall.
fn dig_chamber(map: &mut Map, middle: Pos, across: u32, down: u32) {
    let (across, down) = (across.cast_signed(), down.cast_signed());
    for dy in -down..=down {
        for dx in -across..=across {
            // The ellipse is half a tile larger than the radius, so that its ends are round.
            let is_inside = 4 * (dx * dx * down * down + dy * dy * across * across)
                <= (2 * across + 1) * (2 * down + 1) * across * down;
            let [dx, dy] = [dx, dy].map(|delta| i8::try_from(delta).expect("chambers are small"));
            if let Some(pos) = middle.offset(dx, dy).filter(|pos| is_inside && !pos.is_border()) {
                map.set(pos, Terrain::Ground);
            }
        }
    }
}

/// Digs a tunnel from `from` to `to`. The tunnel strays sideways now and then.
fn dig_tunnel(dice: &mut Dice, map: &mut Map, spec: &Chambers, from: Pos, to: Pos) {
    let mut pos = from;
    let mut steps = 0;
    while pos != to {
        let strays = steps < STRAYING_STEPS && dice.one_in(spec.strays_one_in);
        let heading = if strays {
            Direction::ORTHOGONAL[dice.uniform(0..=3) as usize]
        } else {
            toward(pos, to)
        };
        steps += 1;
        if let Some(next) = pos.step(heading).filter(|next| !next.is_border()) {
            pos = next;
            map.set(pos, Terrain::Ground);
        }
    }
}

/// Returns the direction from `from` to `to` along the longer axis.
fn toward(from: Pos, to: Pos) -> Direction {
    let (columns, rows) = (from.x().abs_diff(to.x()), from.y().abs_diff(to.y()));
    if columns >= rows {
        if from.x() < to.x() { Direction::East } else { Direction::West }
    } else if from.y() < to.y() {
        Direction::South
    } else {
        Direction::North
    }
}
