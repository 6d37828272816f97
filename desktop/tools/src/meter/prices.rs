//! Measures what an item that is used up is worth.
//!
//! An item that heals restores hit points whenever it is used. So a playout that drank a potion has
//! not decided well because it ends with more hit points: it lost the potion. An item costs the hit
//! points that it gives to a wounded player, and at least [`FLAT_PRICE`], because another item does
//! something else. Then drinking beats bumping where it prevents a death, and not where it only
//! heals.

use musrex_core::content::ItemKind;
use musrex_core::geometry::Pos;
use musrex_core::quantity::{Floor, Hp, Level, Xp};
use musrex_core::rules::experience;
use musrex_core::world::{FloorState, Item, Player, Terrain};
use musrex_core::{Command, Events, Game};
use std::iter;

/// The least price of an item that is used up, in shares of `hp_max`.
pub const FLAT_PRICE: f64 = 0.1;
/// Turns after which a potion has had its effect.
const TURNS: usize = 60;

/// The prices of all items at all levels of the player, in shares of `hp_max`.
#[derive(Clone, Debug)]
pub struct Prices {
    /// The prices by level from the first, then by kind in the order of [`ItemKind::ALL`].
    by_level: Vec<Vec<f64>>,
}

impl Prices {
    /// Finds the prices, by using each item in an empty room.
    pub fn find() -> Prices {
        let levels = (1..=u8::MAX).map_while(|number| Level::new(number).map(|_| number));
        let by_kind = |level| ItemKind::ALL.iter().map(|&kind| price(kind, level)).collect();
        Prices { by_level: levels.map(by_kind).collect() }
    }

    /// Returns the price of all items that the pack has in `before` and no longer in `after`.
    pub fn of_lost(&self, before: &Game, after: &Game) -> f64 {
        let prices = &self.by_level[usize::from(before.player().level.number()) - 1];
        ItemKind::ALL
            .iter()
            .zip(prices)
            .map(|(&kind, price)| {
                let lost = carried(before, kind).saturating_sub(carried(after, kind));
                f64::from(lost) * price
            })
            .sum()
    }
}

/// Counts the items of a kind in the pack.
fn carried(game: &Game, kind: ItemKind) -> u32 {
    game.player().pack.iter().map(|item| u32::from(item.kind == kind)).sum()
}

/// Returns what an item of `kind` is worth to a player of `level`, in shares of `hp_max`. Wearables
/// are worth nothing: they are not used up.
fn price(kind: ItemKind, level: u8) -> f64 {
    if kind.slot().is_some() {
        return 0.0;
    }
    let hp_max = alone(level, None, &[]).player_stats().hp_max.0;
    let wounded = Some(Hp(hp_max.div_ceil(4)));
    let used = hp_by_turn(alone(level, wounded, &[kind]), Command::Use(0));
    let unused = hp_by_turn(alone(level, wounded, &[]), Command::Wait);
    let gained = used.iter().zip(&unused).map(|(used, unused)| used.saturating_sub(*unused));
    // The largest difference: later on, regeneration makes up for it.
    (f64::from(gained.max().unwrap_or(0)) / f64::from(hp_max)).max(FLAT_PRICE)
}

/// Returns a game with a player of `level` in a room of one tile, with these hit points, or with all
/// that there are at the level, and with a pack of `kinds` as they are found on the lowest floor.
fn alone(level: u8, hp: Option<Hp>, kinds: &[ItemKind]) -> Game {
    let at = Pos::at(2, 1);
    let mut floor = FloorState::EMPTY;
    floor.map.set(at, Terrain::Ground);
    let mut player = Player::new(at, Hp(0));
    player.level = Level::new(level).expect("a level of the game");
    player.xp = level.checked_sub(1).and_then(Level::new).map_or(Xp(0), experience::xp_to_leave);
    for &kind in kinds {
        let mut item = Item::with_bonus(kind, kind.spec().bonus_scaling.base);
        item.was_carried = true;
        player.pack.push(item).expect("a pack has room for a few");
    }
    let hp_max = experience::stats(player.level, &player.worn, None).hp_max;
    player.body.hp = hp.unwrap_or(hp_max);
    Game::from_parts(1, Floor::LOBBY, player, floor)
}

/// Returns the hit points after `first`, which may be refused, and after each of [`TURNS`] of
/// waiting.
fn hp_by_turn(mut game: Game, first: Command) -> Vec<u16> {
    let mut events = Events::new();
    let commands = iter::once(first).chain(iter::repeat_n(Command::Wait, TURNS));
    let hp_after = |command| {
        // A refusal changes nothing.
        let _ = game.step(command, &mut events);
        game.player().body.hp.0
    };
    commands.map(hp_after).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_item_costs_what_it_heals() {
        let first = price(ItemKind::HealthPack, 1);
        assert!(first > 0.6 && first <= 0.75, "{first}");
        assert!(price(ItemKind::HealthPack, 10) < first);
        assert!((price(ItemKind::Key, 1) - FLAT_PRICE).abs() < 1e-9);
        assert!(price(ItemKind::Crowbar, 1).abs() < 1e-9);
    }

    #[test]
    fn only_what_was_lost_is_paid() {
        let prices = Prices::find();
        let full = alone(1, None, &[ItemKind::Key, ItemKind::Key]);
        let less = alone(1, None, &[ItemKind::Key]);
        assert!((prices.of_lost(&full, &less) - FLAT_PRICE).abs() < 1e-9);
        assert!(prices.of_lost(&less, &full).abs() < 1e-9);
    }
}
