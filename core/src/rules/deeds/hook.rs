//! A named mouse pulls the first who stands on the lane that it has marked (M8, M19).

use crate::content::monsters::Mark;
use crate::geometry::Pos;
use crate::rules::monster_turns::MonsterAt;
use crate::rules::{Event, Events};
use crate::world::{Aim, Game};

/// Pulls the first who stands there beside the monster, and strikes them.
pub(super) fn strike(mark: &Mark, game: &mut Game, at: MonsterAt, tile: Pos, events: &mut Events) {
    let (who, from) = (at.of(game).actor(), at.of(game).body.pos);
    events.push(Event::DeedStruck { who, at: tile });
    let caught = {
        let mut lane = at.of(game).marked_from(&game.current_floor.map, mark, tile);
        lane.find(|&pos| game.is_occupied(pos))
    };
    // Else it would aim for ever at who steps out of its lane and back.
    let Some(caught) = caught else {
        at.of_mut(game).aim = Aim::Loading;
        return;
    };
    let beside = from.straight_to(tile).and_then(|direction| from.step(direction));
    let beside = beside.filter(|&pos| pos == caught || game.can_land(pos)).unwrap_or(caught);
    game.fling_from(caught, beside, events);
    // A cable may have killed somebody, and monsters that were listed before it have moved up.
    if let Some(index) = game.current_floor.monster_at(from)
        && !game.player.body.hp.is_dead()
    {
        game.strike_marked(mark, index, beside, events);
    }
}
