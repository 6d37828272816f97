//! Defines the nights: each is harder than the one before it by one line (H16).

use crate::content::ItemKind;
use crate::content::fixtures::VENT_TURNS;
use crate::content::noise::{Loudness, SQUEAK, WAKE_RADIUS};
use crate::content::player::LEVEL_HEALS_PART;
use crate::content::throne::TURNS_PER_GUARD;
use musrex_assets::listed_enum;

listed_enum! {
    /// A night, by the line that it adds to those of the nights before it (H16). A win opens the next one.
    #[derive(Default, PartialOrd, Ord)]
    pub enum Night {
        /// The game as the other rules tell it.
        #[default]
        Plain,
        /// Sleepers wake of steps that are farther away.
        LightSleep,
        /// Whoever goes into a vent is soon out of it.
        FastVents,
        /// Floors with a vault have nothing that mends wounds.
        BareVaults,
        /// Squeaks are heard farther away.
        LoudSqueaks,
        /// Vaults have less to choose from.
        PoorVaults,
        /// Named mice come in pairs on the upper floors.
        Pairs,
        /// Levels give back less.
        SlowHealing,
        /// There are more mice.
        Crowds,
        /// Guards come to the King's help more often.
        Alarm,
    }
}

/// What a night makes harder. The rules ask for these, never for a night.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hardship {
    /// A sleeper may wake while the player is within so many walking steps (S1).
    WakeRadius(u8),
    /// A monster spends so many turns in the vents (W15).
    VentTurns(u8),
    /// Nothing of this kind lies on floors that have a vault (I4).
    NoneBesideVaults(ItemKind),
    /// A squeak is heard so many walking steps away (S4).
    SqueakRadius(u8),
    /// The pedestals of a vault that hold something (W17).
    VaultItems(u8),
    /// From this floor to the last that has one, a floor has a second named mouse (M19).
    SecondNamedFrom(u8),
    /// A new level gives back the maximum of hit points divided by this (B13).
    LevelHealsPart(u16),
    /// So many monsters more live on each floor that is no throne floor (M1).
    MoreMonsters(u8),
    /// The turns from one guard of the King to the next (K1).
    TurnsPerGuard(u8),
}

/// A row of the table: what a night adds, if it adds anything.
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

    /// Returns the night of this number, 1 for the plain one.
    pub fn new(number: u8) -> Option<Night> {
        Night::ALL.get(usize::from(number.checked_sub(1)?)).copied()
    }

    /// Returns its number, from 1.
    pub const fn number(self) -> u8 {
        self as u8 + 1
    }

    /// Returns the night that a win in this one opens; the last one opens none.
    pub fn next(self) -> Option<Night> {
        Night::new(self.number() + 1)
    }

    /// Returns what it adds to the nights before it; nothing for the plain one.
    pub const fn hardship(self) -> Option<Hardship> {
        *self.entry(&TABLE)
    }

    /// Returns the walking steps from the player within which a sleeper may wake (S1).
    pub(crate) fn wake_radius(self) -> u8 {
        let radius = |it| if let Hardship::WakeRadius(steps) = it { Some(steps) } else { None };
        self.find(radius).unwrap_or(WAKE_RADIUS)
    }

    /// Returns the turns that a monster spends in the vents (W15).
    pub(crate) fn vent_turns(self) -> u8 {
        let turns = |it| if let Hardship::VentTurns(turns) = it { Some(turns) } else { None };
        self.find(turns).unwrap_or(VENT_TURNS)
    }

    /// Returns how loud a squeak is (S4).
    pub fn squeak(self) -> Loudness {
        let radius = |it| if let Hardship::SqueakRadius(steps) = it { Some(steps) } else { None };
        Loudness { radius: self.find(radius).unwrap_or(SQUEAK.radius), ..SQUEAK }
    }

    /// Returns the part of the maximum of hit points that a new level gives back, one of so many (B13).
    pub(crate) fn level_heals_part(self) -> u16 {
        let part = |it| if let Hardship::LevelHealsPart(part) = it { Some(part) } else { None };
        self.find(part).unwrap_or(LEVEL_HEALS_PART)
    }

    /// Returns the turns from one guard of the King to the next (K1).
    pub(crate) fn turns_per_guard(self) -> u8 {
        let turns = |it| if let Hardship::TurnsPerGuard(turns) = it { Some(turns) } else { None };
        self.find(turns).unwrap_or(TURNS_PER_GUARD)
    }

    /// Returns what `of` finds in its line or in those of the nights before it.
    pub fn find<T>(self, of: impl Fn(Hardship) -> Option<T>) -> Option<T> {
        Night::ALL[..=self as usize].iter().filter_map(|night| night.hardship()).find_map(of)
    }
}
