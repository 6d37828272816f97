//! Defines how bots heal themselves, cure statuses, and try unknown potions.

use super::observations::{find, is_healing, percent_of_hp};
use crate::content::{ItemKind, Label, Status};
use crate::rules::Command;
use crate::world::{Game, Item};

/// The percentage of the maximum hit points below which bots eat cheese.
const EAT_BELOW_PERCENT: u32 = 40;
/// The percentage of the maximum hit points below which bots drink a regrowth potion in a fight.
const REGROW_BELOW_PERCENT: u32 = 35;
/// The percentage of the maximum hit points below which bots cure venom and poison in a fight.
const CURE_BELOW_PERCENT: u32 = 66;

/// Uses an antidote, a healing item or a regrowth potion in a fight, if the player needs it.
pub(super) fn use_in_fight(game: &Game, is_low: bool) -> Option<Command> {
    // An antidote that cures also heals. So it is used first, and Health Packs are kept for wounds without venom or
    // poison.
    if let Some(command) = cure(game, CURE_BELOW_PERCENT) {
        return Some(command);
    }
    if is_low
        && percent_of_hp(game) < 70
        && let Some(index) = find(game, is_healing(game))
    {
        return Some(Command::Use(index));
    }
    let is_regrowth =
        |item: &Item| game.label(item.kind) == Label::Known(ItemKind::PotionOfRegrowth);
    let is_growing = game.player().body.statuses.has(Status::Regrowing);
    let needs_regrowth = percent_of_hp(game) < REGROW_BELOW_PERCENT && !is_growing;
    find(game, is_regrowth).filter(|_| needs_regrowth).map(Command::Use)
}

/// Eats cheese if the player is badly hurt.
pub(super) fn eat(game: &Game) -> Option<Command> {
    let cheese = find(game, |item| item.kind == ItemKind::Cheese);
    cheese.filter(|_| percent_of_hp(game) < EAT_BELOW_PERCENT).map(Command::Use)
}

/// Uses an antidote against venom or poison, if the player has less than `below_percent` percent of the maximum hit
/// points.
pub(super) fn cure(game: &Game, below_percent: u32) -> Option<Command> {
    let statuses = &game.player().body.statuses;
    let is_ill = statuses.has(Status::Envenomed) || statuses.has(Status::Poisoned);
    let antidote = find(game, |item| item.kind == ItemKind::Antidote);
    antidote.filter(|_| is_ill && percent_of_hp(game) < below_percent).map(Command::Use)
}

/// Drinks an unknown potion if the player is in good health.
pub(super) fn try_unknown(game: &Game) -> Option<Command> {
    let is_well = percent_of_hp(game) >= 80 && game.player().body.hp.0 > 12;
    let unknown = |item: &Item| matches!(game.label(item.kind), Label::Unknown(_));
    find(game, unknown).filter(|_| is_well).map(Command::Use)
}
