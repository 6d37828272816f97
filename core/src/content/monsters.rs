//! Who lives in the tower.

use crate::quantity::{Percent, Xp};
use core::ops::RangeInclusive;
use serde::{Deserialize, Serialize};

/// A kind of monster.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum MonsterKind {
    /// The smallest of the colony, and the most curious.
    MicroMouse,
}

/// What is known of a [`MonsterKind`] (M).
pub struct MonsterSpec {
    /// Which one this line is about.
    pub kind: MonsterKind,
    /// Its name, as a sentence names it without an article.
    pub name: &'static str,
    /// What it does to whom it hits, as in "the mouse bites you".
    pub verb: &'static str,
    /// Hit points at birth, rolled for each (M1).
    pub hp: RangeInclusive<u16>,
    /// What it takes off a blow (A6).
    pub defence: u16,
    /// What it strikes with (A5).
    pub attack: RangeInclusive<u16>,
    /// How far it notices the player, in tiles (M2).
    pub sight_radius: u8,
    /// Chance in a hundred to shake off a status each turn (D13).
    pub saving_throw: Percent,
    /// What killing it is worth.
    pub xp: Xp,
}

static TABLE: [MonsterSpec; MonsterKind::COUNT] = [MonsterSpec {
    kind: MonsterKind::MicroMouse,
    name: "Micro Mouse",
    verb: "nips",
    hp: 1..=4,
    defence: 1,
    attack: 1..=3,
    sight_radius: 12,
    saving_throw: Percent(0),
    xp: Xp(10),
}];

const _: () = {
    let mut line = 0;
    while line < MonsterKind::COUNT {
        let spec = &TABLE[line];
        assert!(spec.kind as usize == line, "line i of the table is kind i");
        assert!(*spec.hp.start() >= 1, "a monster is born alive");
        assert!(*spec.attack.start() >= 1, "a blow has some force (A6 divides by it)");
        assert!(spec.sight_radius <= crate::limits::SIGHT_RADIUS_MAX);
        line += 1;
    }
};

impl MonsterKind {
    /// How many kinds there are.
    pub const COUNT: usize = 1;

    /// All of them.
    pub const ALL: [MonsterKind; MonsterKind::COUNT] = [MonsterKind::MicroMouse];

    /// Its line in the table.
    pub fn spec(self) -> &'static MonsterSpec {
        &TABLE[self as usize]
    }
}
