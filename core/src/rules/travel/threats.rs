//! Finds the enemies in sight that prevent exploring and waits of several turns (N3).

use crate::content::MonsterKind;
use crate::content::player::THREAT_STEPS;
use crate::geometry::{Pos, TileSet};
use crate::quantity::Damage;
use crate::rules::combat::damage;
use crate::world::{Game, Monster, line};

/// Returns the kind of a visible monster that has noticed the player and is a threat. As long as there is such a
/// monster, auto-travel neither explores nor waits (N3).
// Target: GBA. Not inlined: keeps a tile set off the caller's small stack.
#[inline(never)]
pub fn alert_enemy_in_sight(game: &Game, visible: &TileSet) -> Option<MonsterKind> {
    // The search runs only in the rare case that a monster is behind an obstacle.
    let mut near: Option<TileSet> = None;
    visible_enemies(game, visible)
        .map(|index| &game.current_floor().monsters[index])
        .filter(|monster| monster.ai_state.is_alert() && !is_harmless(game, monster))
        .find(|monster| {
            let search = || game.steps_around(game.player().body.pos, THREAT_STEPS);
            comes_straight(game, monster)
                || near.get_or_insert_with(search).contains(monster.body.pos)
        })
        .map(|monster| monster.kind)
}

/// Returns whether `monster` is harmless: its strongest blow does no damage to the player, and it has no other way to
/// do harm (N3). On the floor of a boss, no monster is harmless, because all monsters guard the boss.
pub fn is_harmless(game: &Game, monster: &Monster) -> bool {
    let (spec, floor) = (monster.kind.spec(), game.floor());
    let only_strikes = spec.steals().is_none() && spec.mark().is_none() && !spec.is_boss();
    only_strikes
        && spec.on_hit.is_none()
        && floor.spec().boss.is_none()
        && damage(*spec.attack_on(floor).end(), game.player_stats().defence) == Damage::MISS
}

/// Returns whether the player sees an awake, harmless enemy at `pos`.
pub(super) fn harmless_at(game: &Game, visible: &TileSet, pos: Pos) -> bool {
    let floor = game.current_floor();
    let monster = floor.monster_at(pos).map(|index| &floor.monsters[index]);
    visible.contains(pos)
        && monster.is_some_and(|monster| {
            monster.is_hostile() && monster.ai_state.is_alert() && is_harmless(game, monster)
        })
}

/// Returns whether all tiles on the straight line from `monster` to the player are passable, or `monster` can mark the
/// player's tile from where it stands.
fn comes_straight(game: &Game, monster: &Monster) -> bool {
    let (map, from, to) = (&game.current_floor().map, monster.body.pos, game.player().body.pos);
    let mark = monster.kind.spec().mark();
    let is_in_range = mark.is_some_and(|mark| mark.range.contains(&from.steps_to(to)));
    is_in_range && line::is_clear(map, from, to)
        || line::line(from, to).all(|pos| map.terrain(pos).is_passable())
}

/// Iterates over the indices of the hostile monsters in sight.
pub fn visible_enemies<'a>(
    game: &'a Game,
    visible: &'a TileSet,
) -> impl Iterator<Item = usize> + 'a {
    let monsters = game.current_floor().monsters.iter().enumerate();
    monsters
        .filter(|(_, monster)| monster.is_hostile() && visible.contains(monster.body.pos))
        .map(|(index, _)| index)
}
