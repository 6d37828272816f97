//! A named mouse sets off a decoy on its marked tile (M8, M19).

use crate::content::monsters::Mark;
use crate::content::noise;
use crate::geometry::Pos;
use crate::rules::monster_turns::MonsterAt;
use crate::rules::{Event, Events};
use crate::world::{Aim, Game};

/// Strikes any creature on the marked tile, and makes a noise there that may wake sleepers. The monster loses a turn.
pub(super) fn strike(mark: &Mark, game: &mut Game, at: MonsterAt, tile: Pos, events: &mut Events) {
    let who = at.of(game).actor();
    at.of_mut(game).aim = Aim::Loading;
    events.push(Event::DeedStruck { who, at: tile });
    game.make_noise(tile, noise::DECOY);
    game.strike_marked(mark, at.index, tile, events);
}
