//! Defines nights, the levels of difficulty. The first night has no hardship. Each later night keeps the hardships of
//! the nights before it and adds one (H16).

use crate::content::ItemKind;
use crate::content::fixtures::VENT_TURNS;
use crate::content::noise::{Loudness, SQUEAK, WAKE_RADIUS};
use crate::content::player::LEVEL_HEALS_PART;
use crate::content::throne::TURNS_PER_GUARD;
use musrex_assets::listed_enum;

listed_enum! {
    /// A night, named after the hardship that it adds to the nights before it (H16). A win opens the next
    /// night.
    #[derive(Default, PartialOrd, Ord)]
    pub enum Night {
        /// The game without hardships.
        #[default]
        Plain,
        /// Sleepers wake at a greater distance.
        LightSleep,
        /// Monsters spend less time in the vents.
        FastVents,
        /// Floors with a vault have no cheese.
        BareVaults,
        /// Squeaks are heard at a greater distance.
        LoudSqueaks,
        /// Vaults offer fewer items.
        PoorVaults,
        /// On the upper floors, named mice come in pairs.
        Pairs,
        /// A new level heals less.
        SlowHealing,
        /// Floors have more monsters.
        Crowds,
        /// The King's guards come more often.
        Alarm,
    }
}

/// A rule change that makes a night harder. The rules check for hardships, never for particular nights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hardship {
    /// A sleeper may wake while the player is within this many walking steps (S1).
    WakeRadius(u8),
    /// A monster spends this many turns in the vents (W15).
    VentTurns(u8),
    /// Items of this kind do not lie on floors that have a vault (I4).
    NoneBesideVaults(ItemKind),
    /// A squeak is heard within this many walking steps (S4).
    SqueakRadius(u8),
    /// Only this many pedestals of a vault hold an item (W17).
    VaultItems(u8),
    /// Each floor from this one to the last floor with a named mouse has a second named mouse (M19).
    SecondNamedFrom(u8),
    /// A new level restores the maximum hit points divided by this number (B13).
    LevelHealsPart(u16),
    /// This many more monsters live on each of the floors 1 to 12 (M1).
    MoreMonsters(u8),
    /// The number of turns between two guards of the King (K1).
    TurnsPerGuard(u8),
}

/// A row of the table of nights: the hardship that the night adds, if any.
type Line = Option<Hardship>;

static TABLE: [Line; Night::COUNT] = table!(Night, Line, |of| match of {
    Night::Plain => None,
    Night::LightSleep => Some(Hardship::WakeRadius(6)),
    Night::FastVents => Some(Hardship::VentTurns(2)),
    Night::BareVaults => Some(Hardship::NoneBesideVaults(ItemKind::Cheese)),
    Night::LoudSqueaks => Some(Hardship::SqueakRadius(10)),
    Night::PoorVaults => Some(Hardship::VaultItems(2)),
    Night::Pairs => Some(Hardship::SecondNamedFrom(7)),
    Night::SlowHealing => Some(Hardship::LevelHealsPart(6)),
    Night::Crowds => Some(Hardship::MoreMonsters(2)),
    Night::Alarm => Some(Hardship::TurnsPerGuard(8)),
});

impl Night {
    /// The hardest night.
    pub const LAST: Night = Night::ALL[Night::COUNT - 1];

    /// Returns the night with this number, counting from 1 for the plain night.
    pub fn new(number: u8) -> Option<Night> {
        Night::ALL.get(usize::from(number.checked_sub(1)?)).copied()
    }

    /// Returns the number of the night, counting from 1.
    pub const fn number(self) -> u8 {
        self as u8 + 1
    }

    /// Returns the night that a win in this night opens. Returns `None` for the last night.
    pub fn next(self) -> Option<Night> {
        Night::new(self.number() + 1)
    }

    /// Returns the hardship that this night adds. Returns `None` for the plain night.
    pub const fn hardship(self) -> Option<Hardship> {
        *self.entry(&TABLE)
    }

    /// Returns the largest distance from the player, in walking steps, at which a sleeper may wake (S1).
    pub(crate) fn wake_radius(self) -> u8 {
        let radius = |it| if let Hardship::WakeRadius(steps) = it { Some(steps) } else { None };
        self.find(radius).unwrap_or(WAKE_RADIUS)
    }

    /// Returns the number of turns that a monster spends in the vents (W15).
    pub(crate) fn vent_turns(self) -> u8 {
        let turns = |it| if let Hardship::VentTurns(turns) = it { Some(turns) } else { None };
        self.find(turns).unwrap_or(VENT_TURNS)
    }

    /// Returns the loudness of a squeak (S4).
    pub(crate) fn squeak(self) -> Loudness {
        let radius = |it| if let Hardship::SqueakRadius(steps) = it { Some(steps) } else { None };
        Loudness { radius: self.find(radius).unwrap_or(SQUEAK.radius), ..SQUEAK }
    }

    /// Returns the number by which the maximum hit points are divided for the healing of a new level (B13).
    pub(crate) fn level_heals_part(self) -> u16 {
        let part = |it| if let Hardship::LevelHealsPart(part) = it { Some(part) } else { None };
        self.find(part).unwrap_or(LEVEL_HEALS_PART)
    }

    /// Returns the number of turns between two guards of the King (K1).
    pub(crate) fn turns_per_guard(self) -> u8 {
        let turns = |it| if let Hardship::TurnsPerGuard(turns) = it { Some(turns) } else { None };
        self.find(turns).unwrap_or(TURNS_PER_GUARD)
    }

    /// Calls `of` for one hardship after another of the nights up to this one, and returns the first result that is not
    /// `None`.
    pub fn find<T>(self, of: impl Fn(Hardship) -> Option<T>) -> Option<T> {
        Night::ALL[..=self as usize].iter().filter_map(|night| night.hardship()).find_map(of)
    }
}
