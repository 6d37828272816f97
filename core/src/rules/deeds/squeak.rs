//! A mouse squeaks after it has woken up, or has noticed the player. The squeak wakes and alerts other monsters (S4).

use crate::rules::monster_turns::{Acted, MonsterAt};
use crate::rules::{Event, Events};
use crate::world::{Game, Squeak};

/// Makes a monster squeak if its squeak is due.
pub(super) fn act(game: &mut Game, at: MonsterAt, events: &mut Events) -> Acted {
    let monster = at.of_mut(game);
    if monster.squeak != Squeak::Due {
        return Acted::No;
    }
    monster.squeak = Squeak::Used;
    let (kind, at) = (monster.kind, monster.body.pos);
    events.push(Event::Squeaked { kind, at });
    game.make_noise(at, game.mode().night().squeak());
    Acted::Yes
}
