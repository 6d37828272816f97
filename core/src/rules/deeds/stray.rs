//! A confused monster (D), or a monster whose kind staggers (M), moves at random.

use crate::content::Status;
use crate::content::monsters::Trait;
use crate::rules::Events;
use crate::rules::monster_turns::{Acted, MonsterAt};
use crate::world::path::Route;
use crate::world::{Aim, Game};

/// Makes the monster take a random step, if confusion or its kind makes it stray in this turn.
pub(super) fn act(game: &mut Game, at: MonsterAt, events: &mut Events) -> Acted {
    let monster = at.of(game);
    let one_in = |it| if let Trait::MovesRandomly(one_in) = it { Some(one_in) } else { None };
    let strays = monster.body.statuses.has(Status::Confused)
        || monster.kind.spec().find(one_in).is_some_and(|one_in| game.dice.one_in(one_in));
    if !strays {
        return Acted::No;
    }
    let monster = at.of_mut(game);
    monster.ai_state.set_route(Route::NONE);
    monster.aim = Aim::None;
    if let Some(direction) = game.random_direction() {
        game.walk_monster(at.index, direction, events);
    }
    Acted::Yes
}
