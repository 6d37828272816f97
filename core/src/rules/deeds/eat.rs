//! A mouse goes for bait (cheese or a decoy) and eats it (I9, K2).

use crate::content::SpillKind;
use crate::content::effects::Effect;
use crate::content::firmware::DECOY_MEAL_TURNS;
use crate::content::items::{CHEESE_RADIUS, MEAL_STEPS};
use crate::content::monsters::Class;
use crate::geometry::Pos;
use crate::rules::monster_turns::{Acted, MonsterAt, MonsterTurns, rests};
use crate::rules::steps::next_step;
use crate::rules::{Event, Events};
use crate::world::{AiState, Aim, Game, Monster};

/// Makes the monster walk toward bait that lures it, or eat bait on its own tile.
pub(super) fn act(
    turns: &mut MonsterTurns,
    game: &mut Game,
    at: MonsterAt,
    events: &mut Events,
) -> Acted {
    match nearest_bait(turns, game, at) {
        Some(bait) => go_for(bait, turns, game, at, events),
        None => Acted::No,
    }
}

/// Goes to the bait, and eats it on arrival.
// Target: GBA. Not inlined: keeps registers free for the deeds that most monsters try.
#[inline(never)]
fn go_for(
    bait: Pos,
    turns: &mut MonsterTurns,
    game: &mut Game,
    at: MonsterAt,
    events: &mut Events,
) -> Acted {
    let (index, from) = (at.index, at.of(game).body.pos);
    at.of_mut(game).aim = Aim::None;
    if from == bait {
        eat(game, index, events);
        return Acted::Yes;
    }
    // The King moves only in two of every three turns, even toward cheese (M5).
    if rests(game, at.of(game).kind.spec()) {
        return Acted::Yes;
    }
    if let Some(direction) = next_step(turns.chase_map(game, bait), game, from) {
        game.walk_monster(index, direction, events);
    }
    let is_there = |monster: &Monster| monster.body.pos == bait;
    if !game.scratch.is_acting_gone && game.current_floor.monsters.get(index).is_some_and(is_there)
    {
        eat(game, index, events);
    }
    Acted::Yes
}

/// Returns the bait that lures the monster: the nearest bait within its reach that has no other creature on it. Returns
/// `None` for a thief that carries loot. Also returns `None` if the player is in sight and nearer than the bait (I9). A
/// boss ignores the player and goes for the bait (K2).
fn nearest_bait(turns: &mut MonsterTurns, game: &Game, at: MonsterAt) -> Option<Pos> {
    let (floor, monster) = (&game.current_floor, at.of(game));
    let (from, player) = (monster.body.pos, game.player.body.pos);
    if monster.has_stolen() {
        return None;
    }
    // Returns early if there is no bait, because computing the luring radius searches all effects of the player.
    floor.bait().next()?;
    let radius = game.cheese_radius();
    let bait = floor
        .bait()
        .filter(|&pos| pos.steps_to(from) <= radius && pos != player)
        .filter(|&pos| pos == from || floor.monster_at(pos).is_none())
        .min_by_key(|pos| (pos.steps_to(from), pos.index()))?;
    let is_nearer = at.sees_player && from.steps_to(player) < from.steps_to(bait);
    if is_nearer && !monster.kind.spec().is_boss() {
        return None;
    }
    turns.lures(game, bait, from).then_some(bait)
}

/// Makes the monster at `index` use up the cheese or the decoy underfoot and begin its meal (I9). With the graft Tamer,
/// the mouse then becomes the player's ally, unless the player has one (B16).
fn eat(game: &mut Game, index: usize, events: &mut Events) {
    let monster = &game.current_floor.monsters[index];
    let (kind, at) = (monster.kind, monster.body.pos);
    let spills = &mut game.current_floor.spills;
    let decoy = spills.iter().position(|it| it.pos == at && it.kind == SpillKind::Decoy);
    let is_decoy = decoy.is_some();
    let mut turns = kind.spec().meal_turns;
    if let Some(decoy) = decoy {
        spills.remove(decoy);
        turns = turns.min(DECOY_MEAL_TURNS);
    } else if let Some(cheese) = game.current_floor.item_at(at) {
        game.current_floor.items.remove(cheese);
    }
    game.current_floor.monsters[index].ai_state = AiState::Eating { turns: turns + 1 };
    let others = if is_decoy { 0 } else { share(game, index) };
    events.push(Event::Eats { kind, at, others });
    let is_tamed = kind.spec().class == Class::Mouse
        && game.current_floor.ally().is_none()
        && game.player.has(Effect::Tames);
    if is_tamed {
        game.make_ally(index, events);
    }
}

/// Makes the awake mice within [`MEAL_STEPS`] walking steps of the eater at `index` eat, too (I9), and returns their
/// number. Mice with loot and mice that already eat do not join.
// Target: GBA. Not inlined: keeps a tile set off the caller's small stack.
#[inline(never)]
fn share(game: &mut Game, index: usize) -> u8 {
    let at = game.current_floor.monsters[index].body.pos;
    let (reach, mut others) = (game.steps_around(at, MEAL_STEPS), 0);
    for (other, monster) in game.current_floor.monsters.iter_mut().enumerate() {
        let joins = other != index
            && monster.is_hostile()
            && monster.kind.spec().class == Class::Mouse
            && monster.ai_state.is_alert()
            && !matches!(monster.ai_state, AiState::Eating { .. })
            && !monster.has_stolen()
            && reach.contains(monster.body.pos);
        if joins {
            monster.ai_state = AiState::Eating { turns: monster.kind.spec().meal_turns + 1 };
            monster.aim = Aim::None;
            others += 1;
        }
    }
    others
}

impl Game {
    /// Returns the factor by which the player's effects multiply the healing and the luring distance of cheese (B16).
    pub(crate) fn cheese_factor(&self) -> u8 {
        let factor = |it| if let Effect::Cheese(factor) = it { Some(factor) } else { None };
        self.player.modifier(factor).unwrap_or(1)
    }

    /// Returns the greatest distance, in walking steps, from which cheese lures mice (I9, B16).
    pub fn cheese_radius(&self) -> u8 {
        CHEESE_RADIUS * self.cheese_factor()
    }
}
