//! What each floor is made of, who is drawn to live there, and what lies about.

use crate::content::MonsterKind;
use crate::quantity::Floor;
use core::ops::RangeInclusive;

/// How a floor is laid out (W2, W3, W12).
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
    /// The style of `floor`.
    pub const fn of(floor: Floor) -> Style {
        match floor {
            Floor::LOBBY => Style::Lobby,
            Floor::THRONE => Style::Throne,
            floor if floor.number() % 2 == 1 => Style::Cave,
            _ => Style::Laboratory,
        }
    }
}

/// How likely each kind is on each floor it lives on: of the kinds of a floor, each is drawn in
/// proportion to its weight (M1). The first number counts on the lowest of its floors, and grows
/// evenly to the second on the highest: harder kinds become more likely higher up.
struct Habitat {
    kind: MonsterKind,
    weights: (u16, u16),
}

const HABITATS: [Habitat; MonsterKind::COUNT] = [
    Habitat { kind: MonsterKind::MicroMouse, weights: (12, 1) },
    Habitat { kind: MonsterKind::LabSnake, weights: (5, 2) },
    Habitat { kind: MonsterKind::NeoMouse, weights: (8, 2) },
    Habitat { kind: MonsterKind::RabidMouse, weights: (10, 4) },
    Habitat { kind: MonsterKind::ToughMouse, weights: (5, 14) },
    Habitat { kind: MonsterKind::MetaMouse, weights: (5, 14) },
    // There is but one King: he is set on his floor by name.
    Habitat { kind: MonsterKind::MouseKing, weights: (0, 0) },
];

const _: () = {
    let mut line = 0;
    while line < HABITATS.len() {
        assert!(HABITATS[line].kind as usize == line, "line i of the table is kind i");
        line += 1;
    }
};

/// The kinds that live on `floor` with their weights; none in the lobby (W2).
pub fn population(floor: Floor) -> impl Iterator<Item = (MonsterKind, u16)> {
    HABITATS.iter().filter_map(move |habitat| {
        let floors = &habitat.kind.spec().floors;
        let weight = weight_on(habitat.weights, floors, floor.number())?;
        (weight > 0).then_some((habitat.kind, weight))
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

/// Of three monsters, so many are born in company: near the one drawn before them.
pub const COMPANY_OF_THREE: u32 = 2;
/// How near, in tiles.
pub const COMPANY_RADIUS: u8 = 2;

/// After so many turns on a floor, one more mouse comes up the stairs (N2).
pub const TURNS_A_REINFORCEMENT: u16 = 150;
