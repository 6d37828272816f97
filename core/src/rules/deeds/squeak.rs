//! A mouse that has just noticed the player calls others (S4).

use crate::content::noise::SQUEAK;
use crate::rules::Event;
use crate::rules::monster_turns::{Acted, MonsterTurn};
use crate::world::Squeak;

/// Lets a monster that is about to squeak do so.
pub(super) fn act(turn: &mut MonsterTurn<'_>) -> Acted {
    let MonsterTurn { game, at, events, .. } = turn;
    let monster = at.of_mut(game);
    if monster.squeak != Squeak::Due {
        return Acted::No;
    }
    monster.squeak = Squeak::Used;
    let (kind, at) = (monster.kind, monster.body.pos);
    events.push(Event::Squeaked { kind, at });
    game.make_noise(at, SQUEAK);
    Acted::Yes
}
