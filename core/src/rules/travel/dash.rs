//! Finds the steps of a dash, which leads straight on and follows the bends of a passage.

use super::hazards::is_hazard;
use super::interrupt::Interrupt;
use crate::geometry::{Direction, Pos};
use crate::world::{Game, Map, Terrain};

/// Returns the direction of the next step of a dash. The dash goes straight ahead if the next tile is passable, or else
/// around the bend of a passage that does not fork. An error is the reason to stop.
pub(super) fn next_dash_step(game: &Game, direction: Direction) -> Result<Direction, Interrupt> {
    let (map, pos) = (&game.current_floor().map, game.player().body.pos);
    let is_open =
        |direction: Direction| pos.step(direction).is_some_and(|to| map.terrain(to).is_passable());
    let direction = if is_open(direction) {
        direction
    } else {
        let mut bends = Direction::ORTHOGONAL
            .into_iter()
            .filter(|&bend| bend != direction.reversed() && is_open(bend));
        // In the corner of a room, unlike in a passage, the tile between the way back and the bend is also open.
        let is_corner_of_room = |bend: Direction| {
            let back = pos.step(direction.reversed());
            let inside = back.and_then(|back| back.step(bend));
            inside.is_some_and(|inside| map.terrain(inside).is_passable())
        };
        match (bends.next(), bends.next()) {
            (Some(bend), None) if !direction.is_diagonal() && !is_corner_of_room(bend) => bend,
            _ => return Err(Interrupt::Blocked),
        }
    };
    let to = pos.step(direction).ok_or(Interrupt::Blocked)?;
    if is_hazard(game, to) {
        return Err(Interrupt::Hazard);
    }
    let monster = game.current_floor().monster_at(to);
    match monster.map(|index| &game.current_floor().monsters[index]) {
        // An ally does not block the dash, because the player swaps places with the ally.
        Some(monster) if monster.is_hostile() => Err(Interrupt::InTheWay(monster.kind)),
        _ => Ok(direction),
    }
}

/// Returns an interrupt for stairs or a door at or beside `pos`.
pub(super) fn landmark(map: &Map, pos: Pos) -> Option<Interrupt> {
    let of = |at: Pos| match map.terrain(at) {
        stairs @ (Terrain::StairsUp | Terrain::StairsDown) => Some(Interrupt::Stairs(stairs)),
        terrain if terrain.is_door() => Some(Interrupt::Door),
        _ => None,
    };
    of(pos).or_else(|| pos.neighbours().find_map(of))
}

/// Returns whether a step in `direction` that ended on `pos` began in a passage. A tile is in a passage if the tiles on
/// its left and right are impassable.
pub(super) fn is_passage(map: &Map, pos: Pos, direction: Direction) -> bool {
    let Some(left) = pos.step(direction.reversed()) else { return false };
    [direction.clockwise().clockwise(), direction.anticlockwise().anticlockwise()]
        .into_iter()
        .all(|side| left.step(side).is_none_or(|at| !map.terrain(at).is_passable()))
}

/// Returns the number of orthogonal exits of `pos`, not counting the exit by which a step in `direction` enters `pos`.
pub(super) fn exits(map: &Map, pos: Pos, direction: Direction) -> usize {
    Direction::ORTHOGONAL
        .into_iter()
        .filter(|&exit| exit != direction.reversed())
        .filter(|&exit| pos.step(exit).is_some_and(|to| map.terrain(to).is_passable()))
        .count()
}
