//! A monster marks tiles, and strikes the creatures on these tiles a turn or two later (M8).

use super::{burst, charge, decoy, hook, leap, shove, spit, swap};
use crate::content::Status;
use crate::content::effects::Effect;
use crate::content::monsters::{Mark, MarkEffect, MarkShape};
use crate::geometry::Pos;
use crate::rules::monster_turns::{Acted, MonsterAt};
use crate::rules::status::inflict;
use crate::rules::{Actor, Event, Events};
use crate::world::{AiState, Aim, Game, line};

/// Advances a marked attack by one turn: the monster aims, waits, strikes the marked tiles, or recovers from its
/// strike.
// Target: GBA. Not inlined: keeps registers free for the deeds that most monsters try.
#[inline(never)]
pub(super) fn act(mark: &Mark, game: &mut Game, at: MonsterAt, events: &mut Events) -> Acted {
    let monster = at.of_mut(game);
    let aim = core::mem::replace(&mut monster.aim, Aim::None);
    match aim {
        Aim::Loading => return Acted::Yes,
        Aim::Soon(tile) => {
            monster.aim = Aim::At(tile);
            return Acted::Yes;
        }
        Aim::At(tile) if reaches(mark, game, at, tile) => {
            let misses = at.of(game).is_hostile()
                && !at
                    .of(game)
                    .marked_from(&game.current_floor.map, mark, tile)
                    .any(|pos| pos == game.player.body.pos);
            game.note_dodge(at.index, tile, events);
            strike(mark, game, at, tile, events);
            if misses {
                answer_miss(game, events);
            }
            return Acted::Yes;
        }
        Aim::At(_) | Aim::None => {}
    }
    Acted::from(target(game, at).is_some_and(|tile| aim_at(mark, game, at, tile, events)))
}

/// Applies the player's effects that respond to a marked attack that has missed the player (B16).
fn answer_miss(game: &mut Game, events: &mut Events) {
    let turns = |it| if let Effect::StunsMissed(turns) = it { Some(turns) } else { None };
    let Some(turns) = game.player.modifier(turns) else { return };
    // A monster that has burst is already removed.
    if !game.scratch.is_acting_gone {
        let monster = &mut game.current_floor.monsters[game.scratch.acting];
        let who = monster.actor();
        inflict(&mut monster.body, who, Status::Stunned, turns, events);
    }
}

/// Returns the monster's target: the player, or for an ally the nearest enemy (I10).
fn target(game: &Game, at: MonsterAt) -> Option<Pos> {
    if at.of(game).is_hostile() { Some(game.player.body.pos) } else { game.ally_target(at.index) }
}

/// Makes the monster aim at `tile`, if the tile is in range and the line to the tile is clear. An ally does not aim if
/// its strike would also hit the player (I10).
fn aim_at(mark: &Mark, game: &mut Game, at: MonsterAt, tile: Pos, events: &mut Events) -> bool {
    let (who, from) = (at.of(game).actor(), at.of(game).body.pos);
    // A creature in between hides the target from sight, but does not block a mark.
    if !mark.range.contains(&from.steps_to(tile)) || !reaches(mark, game, at, tile) {
        return false;
    }
    let (monster, player) = (at.of(game), game.player.body.pos);
    let strikes_player =
        || monster.marked_from(&game.current_floor.map, mark, tile).any(|pos| pos == player);
    if !monster.is_hostile() && strikes_player() {
        return false;
    }
    let marked = game.current_floor.monster_at(tile);
    let target = marked.map_or(Actor::Player, |index| game.current_floor.monsters[index].actor());
    let monster = at.of_mut(game);
    monster.ai_state = AiState::hunting(player);
    monster.aim = if mark.delay == 1 { Aim::At(tile) } else { Aim::Soon(tile) };
    events.push(Event::Marked { who, from, at: tile, target });
    true
}

/// Returns whether the marked attack would reach `tile` from the monster's tile.
fn reaches(mark: &Mark, game: &Game, at: MonsterAt, tile: Pos) -> bool {
    let (map, from) = (&game.current_floor.map, at.of(game).body.pos);
    match mark.shape {
        MarkShape::Square => true,
        MarkShape::Tile => line::is_clear(map, from, tile),
        MarkShape::Lane(_) => {
            at.of(game).marked_from(map, mark, tile).any(|reached| reached == tile)
        }
    }
}

fn strike(mark: &Mark, game: &mut Game, at: MonsterAt, tile: Pos, events: &mut Events) {
    match mark.effect {
        MarkEffect::Spit(spill) => spit::strike(mark, spill, game, at, tile, events),
        MarkEffect::Charge(turns) => charge::strike(mark, turns, game, at, tile, events),
        MarkEffect::Leap => leap::strike(mark, game, at, tile, events),
        MarkEffect::Burst => burst::strike(mark, game, at, events),
        MarkEffect::Shove => shove::strike(mark, game, at, tile, events),
        MarkEffect::Dash => charge::strike(mark, 0, game, at, tile, events),
        MarkEffect::Hook => hook::strike(mark, game, at, tile, events),
        MarkEffect::Decoy => decoy::strike(mark, game, at, tile, events),
        MarkEffect::Swap => swap::strike(mark, game, at, tile, events),
    }
}
