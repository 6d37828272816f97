//! A monster's spit lands on the marked tile and leaves a spill. Then the monster loses a turn (M8).

use crate::content::SpillKind;
use crate::content::monsters::Mark;
use crate::geometry::Pos;
use crate::rules::monster_turns::MonsterAt;
use crate::rules::{Event, Events};
use crate::world::{Aim, Game};

pub(super) fn strike(
    mark: &Mark,
    spill: SpillKind,
    game: &mut Game,
    at: MonsterAt,
    tile: Pos,
    events: &mut Events,
) {
    let monster = at.of_mut(game);
    monster.aim = Aim::Loading;
    events.push(Event::Spat { who: monster.actor(), from: monster.body.pos, at: tile });
    game.strike_marked(mark, at.index, tile, events);
    game.spill_by_monster(tile, spill, events);
}
