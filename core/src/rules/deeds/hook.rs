//! A named mouse pulls the first creature in its marked lane. If the lane is empty, the mouse pulls itself along (M8,
//! M19).

use crate::content::monsters::Mark;
use crate::geometry::Pos;
use crate::rules::monster_turns::MonsterAt;
use crate::rules::{Event, Events};
use crate::world::{Aim, Game};

/// Pulls the first creature in the lane to a tile next to the monster, and strikes the creature. If the lane is empty,
/// pulls the monster itself.
pub(super) fn strike(mark: &Mark, game: &mut Game, at: MonsterAt, tile: Pos, events: &mut Events) {
    let (who, from) = (at.of(game).actor(), at.of(game).body.pos);
    events.push(Event::DeedStruck { who, at: tile });
    let caught = {
        let mut lane = at.of(game).marked_from(&game.current_floor.map, mark, tile);
        lane.find(|&pos| game.is_occupied(pos))
    };
    let Some(caught) = caught else { return pull_itself(mark, game, at, tile, events) };
    let beside = from.straight_to(tile).and_then(|direction| from.step(direction));
    let beside = beside.filter(|&pos| pos == caught || game.can_land(pos)).unwrap_or(caught);
    game.fling_from(caught, beside, events);
    // If a live cable killed a creature, its removal has shifted the indices of later monsters.
    if let Some(index) = game.current_floor.monster_at(from)
        && !game.player.body.hp.is_dead()
    {
        game.strike_marked(mark, index, beside, events);
    }
}

/// Pulls the monster itself to the end of an empty lane. This costs the monster a turn. Without this cost, a player who
/// steps out of the lane and back would keep the monster aiming forever.
fn pull_itself(mark: &Mark, game: &mut Game, at: MonsterAt, tile: Pos, events: &mut Events) {
    let from = at.of(game).body.pos;
    let lane = at.of(game).marked_from(&game.current_floor.map, mark, tile);
    let to = lane.filter(|&pos| game.can_land(pos)).last().unwrap_or(from);
    if to != from {
        game.fling_from(from, to, events);
    }
    // A live cable on the way may have killed the monster.
    if let Some(index) = game.current_floor.monster_at(to) {
        game.current_floor.monsters[index].aim = Aim::Loading;
    }
}
