//! Defines the layout, the monsters and the items of each floor.

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

/// Weighs a kind on each floor it lives on: of the kinds of a floor, each is drawn in proportion to
/// its weight (M1). The first number counts on the lowest of its floors, and grows evenly to the
/// second on the highest: harder kinds become more likely higher up.
struct SpawnWeights {
    kind: MonsterKind,
    weights: (u16, u16),
}

const SPAWN_WEIGHTS: [SpawnWeights; MonsterKind::COUNT] = [
    SpawnWeights { kind: MonsterKind::MicroMouse, weights: (12, 1) },
    SpawnWeights { kind: MonsterKind::LabSnake, weights: (5, 2) },
    SpawnWeights { kind: MonsterKind::NeoMouse, weights: (8, 2) },
    SpawnWeights { kind: MonsterKind::RabidMouse, weights: (10, 4) },
    SpawnWeights { kind: MonsterKind::ToughMouse, weights: (5, 14) },
    SpawnWeights { kind: MonsterKind::MetaMouse, weights: (5, 14) },
    // There is but one King: he is set on his floor by name.
    SpawnWeights { kind: MonsterKind::MouseKing, weights: (0, 0) },
];

const _: () = {
    let mut line = 0;
    while line < SPAWN_WEIGHTS.len() {
        assert!(SPAWN_WEIGHTS[line].kind as usize == line, "line i of the table is kind i");
        line += 1;
    }
};

/// Returns the kinds that live on `floor` with their weights; none in the lobby (W2).
pub fn population(floor: Floor) -> impl Iterator<Item = (MonsterKind, u16)> {
    SPAWN_WEIGHTS.iter().filter_map(move |spawn| {
        let floors = &spawn.kind.spec().floors;
        let weight = weight_on(spawn.weights, floors, floor.number())?;
        (weight > 0).then_some((spawn.kind, weight))
    })
}

fn weight_on((low, high): (u16, u16), floors: &RangeInclusive<u8>, floor: u8) -> Option<u16> {
    let up = u16::from(floor.checked_sub(*floors.start())?);
    let down = u16::from(floors.end().checked_sub(floor)?);
    Some((low * down + high * up) / (up + down).max(1))
}

/// Classic items that lie on a floor from 1 to 12.
pub const CLASSIC_ITEMS: RangeInclusive<u32> = 2..=3;
/// Potions that come on top.
pub const POTIONS: RangeInclusive<u32> = 1..=2;
/// Locked doors of a floor from 1 to 12, each with what it guards and its key.
pub const LOCKED_DOORS: RangeInclusive<u32> = 0..=1;

/// Out of three monsters, so many spawn in a group, near the one drawn before them.
pub const GROUPED_OF_THREE: u32 = 2;
/// The radius of a group, in tiles.
pub const GROUP_RADIUS: u8 = 2;

/// After so many turns on a floor, one more mouse comes up the stairs (N2).
pub const TURNS_PER_REINFORCEMENT: u16 = 150;
