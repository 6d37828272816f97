//! Dashes: walks straight on, and follows the bends of a passage.

use super::hazards::is_hazard;
use super::interrupt::Interrupt;
use crate::geometry::{Direction, Pos};
use crate::world::{Game, Map, Terrain};

/// Returns the direction in which a dash goes on: straight ahead if the next tile is passable, else around the bend of
/// a passage without a fork. An error is the reason to stop.
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
        // In the corner of a room, the tile between the way back and the bend is open as well.
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
        // The player swaps places with the ally.
        Some(monster) if monster.is_hostile() => Err(Interrupt::InTheWay(monster.kind)),
        _ => Ok(direction),
    }
}

/// Returns the stairs or the door at or beside `pos`.
pub(super) fn landmark(map: &Map, pos: Pos) -> Option<Interrupt> {
    let of = |at: Pos| match map.terrain(at) {
        stairs @ (Terrain::StairsUp | Terrain::StairsDown) => Some(Interrupt::Stairs(stairs)),
        terrain if terrain.is_door() => Some(Interrupt::Door),
        _ => None,
    };
    of(pos).or_else(|| pos.neighbours().find_map(of))
}

/// Returns whether a step in `direction` that ended on `pos` began in a passage: on a tile that has no passable tile on
/// its left and right.
pub(super) fn is_passage(map: &Map, pos: Pos, direction: Direction) -> bool {
    let Some(left) = pos.step(direction.reversed()) else { return false };
    [direction.clockwise().clockwise(), direction.anticlockwise().anticlockwise()]
        .into_iter()
        .all(|side| left.step(side).is_none_or(|at| !map.terrain(at).is_passable()))
}

/// Counts the orthogonal exits of `pos`, without the way back from a step in `direction`.
pub(super) fn exits(map: &Map, pos: Pos, direction: Direction) -> usize {
    Direction::ORTHOGONAL
        .into_iter()
        .filter(|&exit| exit != direction.reversed())
        .filter(|&exit| pos.step(exit).is_some_and(|to| map.terrain(to).is_passable()))
        .count()
}
