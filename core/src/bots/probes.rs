//! Defines habits that might exploit a gap in the rules to win. Each habit has its own [`Strategy`](super::Strategy).
//! If the rules are sound, a bot with such a habit wins hardly more often than the careful bot.

use super::observations::{find, threats, walk_to};
use super::tools::{accepted, is_gas};
use crate::content::ItemKind;
use crate::content::items::THROW_RANGE;
use crate::geometry::{Direction, Pos, TileSet};
use crate::rules::Command;
use crate::rules::travel::is_hazard;
use crate::world::{AiState, Game, Monster, Terrain};

/// The largest distance at which a bot looks for a doorway, in tiles.
const DOOR_RADIUS: u8 = 12;

/// Steps to the adjacent free tile that is farthest from its nearest hunter. Returns `None` if every free tile is a
/// hazard or next to a hunter.
pub(super) fn step_away(game: &Game, visible: &TileSet) -> Option<Command> {
    let (floor, pos) = (game.current_floor(), game.player().body.pos);
    let distance = |at: Pos| {
        threats(game, visible).map(|monster| monster.body.pos.steps_to(at)).min().unwrap_or(0)
    };
    let exits = |at: Pos| at.neighbours().filter(|&at| floor.map.terrain(at).is_walkable()).count();
    let steps = Direction::ALL.into_iter().filter_map(|direction| {
        let to = pos.step(direction)?;
        let terrain = floor.map.terrain(to);
        let is_free = terrain.is_walkable() && !terrain.is_stairs();
        let is_safe = floor.monster_at(to).is_none() && !is_hazard(game, to) && distance(to) >= 2;
        (is_free && is_safe).then_some((direction, to))
    });
    let best = steps.max_by_key(|&(_, to)| (distance(to), exits(to)));
    best.map(|(direction, _)| Command::Walk(direction))
}

/// Walks to a tile behind a door, so that all hunters must come through the door one by one. Returns `None` if the bot
/// is already on such a tile.
pub(super) fn walk_behind_door(game: &Game, visible: &TileSet) -> Option<Command> {
    let (map, pos) = (&game.current_floor().map, game.player().body.pos);
    let is_door = |at: &Pos| matches!(map.terrain(*at), Terrain::DoorClosed | Terrain::DoorOpen);
    let is_behind = |at: Pos, door: Pos| {
        threats(game, visible).all(|monster| {
            let from = monster.body.pos;
            from.steps_to(at) > from.steps_to(door)
        })
    };
    let doors_at = |at: Pos| Direction::ORTHOGONAL.into_iter().filter_map(move |way| at.step(way));
    let is_place = |at: Pos| doors_at(at).filter(is_door).any(|door| is_behind(at, door));
    if is_place(pos) {
        return None;
    }
    let explored = map.explored().iter().filter(|at| at.is_within(DOOR_RADIUS, pos));
    let places = explored.filter(|&at| map.terrain(at) == Terrain::Ground && is_place(at));
    walk_to(game, visible, places.min_by_key(|at| (at.steps_to(pos), at.index())))
}

/// Throws a Venom Potion at the King if he is in sight and within reach, but not adjacent.
pub(super) fn throw_gas_at_king(game: &Game, visible: &TileSet) -> Option<Command> {
    let index = find(game, is_gas(game))?;
    let pos = game.player().body.pos;
    let king = game.current_floor().monsters.iter().find(|it| it.kind.spec().is_boss())?;
    let at = king.body.pos;
    let is_near = visible.contains(at) && (2..=THROW_RANGE).contains(&at.steps_to(pos));
    accepted(game, Command::Throw(index, at)).filter(|_| is_near)
}

/// Throws cheese at the nearest approaching mouse, unless bait already lies on the floor.
pub(super) fn throw_cheese_always(game: &Game, visible: &TileSet) -> Option<Command> {
    let index = find(game, |item| item.kind == ItemKind::Cheese)?;
    let pos = game.player().body.pos;
    if game.current_floor().bait().next().is_some() {
        return None;
    }
    let comes = |monster: &&Monster| {
        monster.kind.spec().is_mouse()
            && !monster.has_stolen()
            && !matches!(monster.ai_state, AiState::Eating { .. })
            && (2..=THROW_RANGE).contains(&monster.body.pos.steps_to(pos))
    };
    let target = threats(game, visible).filter(comes);
    let target = target.min_by_key(|monster| monster.body.pos.steps_to(pos))?;
    accepted(game, Command::Throw(index, target.body.pos))
}
