//! Defines the layout, the population and the number of items of each floor.

use crate::content::MonsterKind;
use crate::quantity::Floor;
use core::ops::RangeInclusive;

/// Names the layout of a floor (W2, W3, W12).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// One small empty room (W2).
    Lobby,
    /// Tunnels gnawed by mice (W4).
    Cave,
    /// Rooms and corridors (W5).
    Laboratory,
    /// The hall of the Mouse King (W12).
    Throne,
}

impl Style {
    /// Returns the style of `floor`.
    pub const fn of(floor: Floor) -> Style {
        match floor {
            Floor::LOBBY => Style::Lobby,
            Floor::THRONE => Style::Throne,
            floor if floor.number() % 2 == 1 => Style::Cave,
            _ => Style::Laboratory,
        }
    }
}

/// Returns the kinds that live on `floor` with their spawn weights; none in the lobby (W2).
pub fn population(floor: Floor) -> impl Iterator<Item = (MonsterKind, u16)> {
    MonsterKind::ALL.into_iter().filter_map(move |kind| {
        let weight = kind.spec().spawn_weight_on(floor)?;
        (weight > 0).then_some((kind, weight))
    })
}

/// The number of common items on a floor from 1 to 12.
pub const COMMON_ITEMS: RangeInclusive<u32> = 2..=3;
/// Potions that come on top.
pub const POTIONS: RangeInclusive<u32> = 1..=2;
/// The number of locked doors of a floor from 1 to 12, each with a key and a guarded item.
pub const LOCKED_DOORS: RangeInclusive<u32> = 0..=1;

/// The number of monsters out of three that spawn in a group, near the one drawn before them.
pub const GROUPED_OF_THREE: u32 = 2;
/// The radius of a group, in tiles.
pub const GROUP_RADIUS: u8 = 2;

/// The turns on a floor after which a reinforcement comes up the stairs (N2).
pub const TURNS_PER_REINFORCEMENT: u16 = 150;
