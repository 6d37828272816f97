//! Defines how bots throw things, and how they use chips, terminals and vaults.

use super::observations::{
    expected_loss, expected_loss_from_sleeper, find, is_outmatched, percent_of_hp, threats, walk_to,
};
use crate::content::effects::{Danger, Effect};
use crate::content::items::{MEAL_STEPS, THROW_RANGE};
use crate::content::monsters::Class;
use crate::content::{ItemKind, Label, Status};
use crate::geometry::{Pos, TileSet};
use crate::rules::Command;
use crate::world::{AiState, Game, Item, Monster, Terrain};

/// In a losing fight, the bot throws a flask of poison at an enemy that is expected to cost at least this many hit
/// points.
const LOSS_MIN: u32 = 8;

pub(super) fn is_gas(game: &Game) -> impl Fn(&Item) -> bool + '_ {
    |item| game.label(item.kind) == Label::Known(ItemKind::PotionOfVenom)
}

/// Throws poison at a tile where the spill reaches two awake enemies or a strong enemy. The spill must not reach the
/// player, unless spills do the player no harm. If there is no such tile, but two or more enemies are adjacent, a
/// player who is immune to the poison throws it at one of them. Any other player first uses an antidote. An enemy is
/// strong if it is expected to cost at least `least` hit points, or [`LOSS_MIN`] in a losing fight.
pub(super) fn throw_gas(game: &Game, visible: &TileSet, least: u32) -> Option<Command> {
    let index = find(game, is_gas(game))?;
    let body = &game.player().body;
    let radius = game.flask_radius();
    let count_near = |at: Pos| {
        threats(game, visible).filter(|other| other.body.pos.steps_to(at) <= radius).count()
    };
    let is_insulated = game.player().has(Effect::Proof(Danger::Spill));
    let nearest = if is_insulated { 1 } else { radius + 2 };
    let is_worth = |monster: &Monster| {
        count_near(monster.body.pos) >= 2
            || expected_loss(game, monster) >= least
            || (is_outmatched(game, visible) && expected_loss(game, monster) >= LOSS_MIN)
    };
    let target = threats(game, visible)
        .filter(|monster| {
            let steps = monster.body.pos.steps_to(body.pos);
            (nearest..=THROW_RANGE).contains(&steps) && is_worth(monster)
        })
        .filter(|monster| game.current_floor().spill_at(monster.body.pos).is_none())
        .max_by_key(|monster| count_near(monster.body.pos));
    if let Some(monster) = target {
        return accepted(game, Command::Throw(index, monster.body.pos));
    }
    let beside = || threats(game, visible).filter(|monster| monster.body.pos.is_next_to(body.pos));
    let (crowd, first) = (beside().count(), beside().next()?);
    if crowd < 2 || game.current_floor().spill_at(body.pos).is_some() {
        return None;
    }
    if body.statuses.has(Status::Immune) || is_insulated {
        return accepted(game, Command::Throw(index, first.body.pos));
    }
    find(game, |item| item.kind == ItemKind::Antidote).map(Command::Use)
}

/// In a losing fight, throws cheese at the strongest mouse, if other mice would eat with it or another enemy is nearer.
/// While mice eat, the player kills the other enemies or strikes an eater for double damage. In other fights, eating
/// the cheese helps the player more.
pub(super) fn throw_cheese(game: &Game, visible: &TileSet) -> Option<Command> {
    let index = find(game, |item| item.kind == ItemKind::Cheese)?;
    let (floor, pos) = (game.current_floor(), game.player().body.pos);
    if floor.bait().next().is_some() {
        return None;
    }
    let mice = || {
        threats(game, visible)
            .filter(|monster| monster.kind.spec().is_mouse() && !monster.has_stolen())
            .filter(|monster| !matches!(monster.ai_state, AiState::Eating { .. }))
    };
    let target = mice()
        .filter(|monster| monster.body.pos.steps_to(pos) <= THROW_RANGE)
        .max_by_key(|monster| expected_loss(game, monster))?;
    let at = target.body.pos;
    let is_behind =
        threats(game, visible).any(|other| other.body.pos.steps_to(pos) < at.steps_to(pos));
    let eaters = mice().filter(|other| other.body.pos.steps_to(at) <= MEAL_STEPS).count();
    let loss: u32 = threats(game, visible).map(|monster| expected_loss(game, monster)).sum();
    let is_lost = loss >= u32::from(game.player().body.hp.0);
    let helps = is_behind || eaters > 1;
    (helps && is_lost).then(|| accepted(game, Command::Throw(index, at))).flatten()
}

/// Throws cheese at a tile two steps away, if the cheese lures the King to this tile.
pub(super) fn bait_king(game: &Game, visible: &TileSet) -> Option<Command> {
    let index = find(game, |item| item.kind == ItemKind::Cheese)?;
    let (floor, pos) = (game.current_floor(), game.player().body.pos);
    let king = floor.monsters.iter().find(|monster| monster.kind.spec().is_boss())?;
    let at = king.body.pos;
    let is_free = floor.bait().next().is_none() && !matches!(king.ai_state, AiState::Eating { .. });
    if !visible.contains(at) || at.steps_to(pos) < 3 || !is_free {
        return None;
    }
    let place = pos
        .neighbours()
        .flat_map(Pos::neighbours)
        .filter(|&place| place.steps_to(pos) == 2 && place.steps_to(at) < game.cheese_radius())
        .filter(|&place| floor.map.terrain(place).is_walkable() && visible.contains(place))
        .min_by_key(|place| (place.steps_to(at), place.index()))?;
    accepted(game, Command::Throw(index, place))
}

/// Throws cheese at the strongest enemy that would become an ally, if cheese makes allies and the player has no ally
/// (B16).
pub(super) fn tame(game: &Game, visible: &TileSet) -> Option<Command> {
    let index = find(game, |item| item.kind == ItemKind::Cheese)?;
    let (floor, pos) = (game.current_floor(), game.player().body.pos);
    let has_use = game.player().has(Effect::Tames) && floor.ally().is_none();
    if !has_use || floor.bait().next().is_some() {
        return None;
    }
    let is_lured = |monster: &&Monster| {
        monster.kind.spec().class == Class::Mouse
            && monster.loot.is_none()
            && !matches!(monster.ai_state, AiState::Eating { .. })
            && (2..=THROW_RANGE).contains(&monster.body.pos.steps_to(pos))
    };
    let target =
        threats(game, visible).filter(is_lured).max_by_key(|it| expected_loss(game, it))?;
    accepted(game, Command::Throw(index, target.body.pos))
}

/// Does the deed of the worn chip at the tile where its value is highest, if this value is at least `least` (I14).
pub(super) fn use_deed(game: &Game, visible: &TileSet, least: i16) -> Option<Command> {
    let &(at, worth) = game.deed_targets(visible).first()?;
    (worth >= least).then(|| accepted(game, Command::Deed(at))).flatten()
}

/// Returns `command`, if the game accepts it.
pub(super) fn accepted(game: &Game, command: Command) -> Option<Command> {
    game.accepts(command).is_ok().then_some(command)
}

/// The greatest number of steps that a bot walks to an open vent.
const VENT_STEPS_MAX: u8 = 5;

/// The least strength, on the scale of `override_mouse`, of a mouse that is worth an override chip. `KEPT_RATE_MIN` is
/// for bots that always keep an ally, and `ALLY_RATE_MIN` is for all other bots.
const ALLY_RATE_MIN: u32 = 24;
const KEPT_RATE_MIN: u32 = 14;

/// Uses an override chip on a strong mouse that would be a much better ally than the current ally, if there is one. If
/// `keeps_allies` is false, the bot does so only in a fight for which it needs an ally.
pub(super) fn override_mouse(
    game: &Game,
    visible: &TileSet,
    keeps_allies: bool,
) -> Option<Command> {
    let chip = find(game, |item| item.kind == ItemKind::OverrideChip)?;
    let floor = game.current_floor();
    let rate = |monster: &Monster| {
        let attack = monster.kind.spec().attack_on(game.floor());
        u32::from(attack.start() + attack.end()) + u32::from(monster.body.hp.0) / 2
    };
    let target = &floor.monsters[game.override_target()?];
    let is_better = floor.ally().is_none_or(|ally| rate(target) > 2 * rate(ally));
    let is_worth = rate(target) >= if keeps_allies { KEPT_RATE_MIN } else { ALLY_RATE_MIN };
    let is_needed =
        keeps_allies || is_outmatched(game, visible) || threats(game, visible).count() >= 3;
    (is_better && is_worth && is_needed).then_some(Command::Use(chip))
}

/// Walks to an unused terminal, if the player is in good health.
pub(super) fn use_terminal(game: &Game, visible: &TileSet) -> Option<Command> {
    let map = &game.current_floor().map;
    let terminal = map.find(Terrain::Terminal).filter(|&at| map.explored().contains(at))?;
    (percent_of_hp(game) >= 90).then(|| walk_to(game, visible, Some(terminal))).flatten()
}

/// Walks to the pedestal whose item has the highest value for the bot, and takes the item. Returns `None` if the pack
/// is full.
pub(super) fn take_from_vault(
    game: &Game,
    visible: &TileSet,
    rating: impl Fn(&Item) -> i32,
) -> Option<Command> {
    if game.player().pack.is_full() {
        return None;
    }
    let floor = game.current_floor();
    let first =
        floor.map.find(Terrain::Pedestal).filter(|&at| floor.map.explored().contains(at))?;
    let rate = |item: &Item| match item.kind {
        ItemKind::OverrideChip | ItemKind::HealthPack => 4,
        _ if item.firmware.is_some() => rating(item) + 4,
        _ => rating(item),
    };
    let near = floor.items.iter().filter(|ground| {
        ground.pos.steps_to(first) <= 2 && floor.map.terrain(ground.pos) == Terrain::Pedestal
    });
    let best = near.max_by_key(|ground| (rate(&ground.item), ground.pos.index()))?;
    walk_to(game, visible, Some(best.pos))
}

/// Walks to an open vent nearby and shuts it, to corner the King.
pub(super) fn shut_vents(game: &Game, visible: &TileSet) -> Option<Command> {
    let (map, pos) = (&game.current_floor().map, game.player().body.pos);
    let vents = map.vents().iter().copied().filter(|&vent| map.explored().contains(vent));
    let vents = vents.filter(|vent| vent.steps_to(pos) <= VENT_STEPS_MAX);
    walk_to(game, visible, vents.min_by_key(|vent| (vent.steps_to(pos), vent.index())))
}

/// Returns whether a sleeper is worth attacking. After the first blow, the sleeper and its pack must be expected to
/// take at most `risk` percent of the player's current hit points. If the player's blows are silent, only the sleeper
/// counts, because silent blows do not wake the pack.
pub(super) fn is_easy_sleeper(
    game: &Game,
    visible: &TileSet,
    sleeper: &Monster,
    risk: u32,
) -> bool {
    let monsters = &game.current_floor().monsters;
    let is_quiet = game.player().has(Effect::QuietBlows);
    let pack = monsters.iter().filter(|other| {
        let pos = other.body.pos;
        !is_quiet && visible.contains(pos) && (1..=4).contains(&pos.steps_to(sleeper.body.pos))
    });
    let loss: u32 = pack.map(|other| expected_loss(game, other)).sum();
    let loss = loss + expected_loss_from_sleeper(game, sleeper);
    100 * loss <= risk.saturating_mul(u32::from(game.player().body.hp.0))
}
