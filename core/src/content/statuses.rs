//! What may befall a creature for some turns.

use serde::{Deserialize, Serialize};

/// A status, in the order in which they tick (D13).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Status {
    /// Loses hit points, never the last one.
    Poisoned,
    /// Loses hit points and may die.
    Envenomed,
    /// Gains hit points.
    Regenerating,
    /// Cannot act.
    Stunned,
    /// Moves at random.
    Confused,
}

/// What a status does to its bearer's hit points each turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Nothing.
    None,
    /// −1, but never below 1: it never kills.
    Weaken,
    /// −1, and it can kill.
    Kill,
    /// +1 up to the most the creature can have.
    Mend,
}

/// A status that a damaging hit may bring (D).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sting {
    /// Which.
    pub status: Status,
    /// Once in so many damaging hits; 1 is every time.
    pub one_in: u32,
    /// For how many turns.
    pub turns: u8,
}

/// What is known of a [`Status`].
pub struct StatusSpec {
    /// Which one this line is about.
    pub status: Status,
    /// What it does to hit points each turn.
    pub effect: Effect,
    /// Whether a saving throw can end it early (D13).
    pub has_saving_throw: bool,
    /// What the HUD calls it (E14).
    pub label: &'static str,
}

const TABLE: [StatusSpec; Status::COUNT] = [
    StatusSpec {
        status: Status::Poisoned,
        effect: Effect::Weaken,
        has_saving_throw: true,
        label: "POISON",
    },
    StatusSpec {
        status: Status::Envenomed,
        effect: Effect::Kill,
        has_saving_throw: false,
        label: "VENOM",
    },
    StatusSpec {
        status: Status::Regenerating,
        effect: Effect::Mend,
        has_saving_throw: false,
        label: "REGEN",
    },
    StatusSpec {
        status: Status::Stunned,
        effect: Effect::None,
        has_saving_throw: true,
        label: "STUN",
    },
    StatusSpec {
        status: Status::Confused,
        effect: Effect::None,
        has_saving_throw: true,
        label: "CONFUSED",
    },
];

const _: () = {
    let mut line = 0;
    while line < TABLE.len() {
        assert!(TABLE[line].status as usize == line, "line i of the table is status i");
        assert!(Status::ALL[line] as usize == line, "all of them, in their order");
        line += 1;
    }
};

impl Status {
    /// How many statuses there are.
    pub const COUNT: usize = 5;

    /// All of them, in the order in which they tick.
    pub const ALL: [Status; Status::COUNT] = [
        Status::Poisoned,
        Status::Envenomed,
        Status::Regenerating,
        Status::Stunned,
        Status::Confused,
    ];

    /// Its line in the table.
    pub const fn spec(self) -> &'static StatusSpec {
        &TABLE[self as usize]
    }
}
