//! Defines the special rules of a run, and conducts, the voluntary challenges that its player keeps.

use crate::content::nights::Night;
use crate::content::player::{CONDUCT_KILLS_MAX, CONDUCT_TURNS};
use crate::content::{Feat, Feats};
use crate::quantity::Turn;
use musrex_assets::listed_enum;
use serde::{Deserialize, Serialize};

listed_enum! {
    /// A conduct: a voluntary challenge, such as never waiting, that the hall of fame records (H7). The order of the
    /// values is the order of the bits in a save.
    pub enum Conduct {
        /// No override chip was used.
        NoOverride,
        /// The player never waited by choice.
        NoRest,
        /// The run took fewer than `CONDUCT_TURNS` turns (H7).
        Fast,
        /// At most `CONDUCT_KILLS_MAX` monsters were killed.
        Gentle,
    }
}

impl Conduct {
    const fn bit(self) -> u32 {
        1 << self as u16
    }
}

/// The bit for practice: a run that leaves no score.
const PRACTICE: u32 = 1 << 15;
/// The lowest bit of the field for the number of the night (from 0), and the width of the field.
const NIGHT: u32 = 8;
const NIGHT_BITS: u32 = 4;

/// The lowest bit of the feats done in the run, and the lowest bit of the feats that no earlier run had
/// done.
const DONE: u32 = 16;
const MISSING: u32 = 24;

const _: () = assert!(Night::COUNT <= 1 << NIGHT_BITS, "a save has no room for another night");

/// The special rules with which a run began, the conducts kept so far, and the feats.
///
/// The default is for old saves from before conducts: an ordinary run that has kept no conduct.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunMode {
    /// Bit fields: a bit for each kept conduct, the number of the [`NIGHT`], the [`PRACTICE`] bit, and the feats
    /// [`DONE`] and [`MISSING`].
    conducts: u32,
    /// True for a calm night.
    is_calm: bool,
    /// True for the daily run.
    is_daily: bool,
}

impl RunMode {
    /// The mode of an ordinary run that has not begun yet. All conducts count as kept.
    pub const ORDINARY: RunMode = RunMode { conducts: 0b1111, is_calm: false, is_daily: false };

    /// Returns this mode with the calm night turned on or off (A19).
    #[must_use]
    pub const fn with_calm(self, is_calm: bool) -> RunMode {
        RunMode { is_calm, ..self }
    }

    /// Returns this mode with the daily run turned on or off (H8).
    #[must_use]
    pub const fn with_daily(self, is_daily: bool) -> RunMode {
        RunMode { is_daily, ..self }
    }

    /// Returns this mode with practice turned on or off. Practice leaves no score (H8).
    #[must_use]
    pub const fn with_practice(self, is_practice: bool) -> RunMode {
        let bit = if is_practice { PRACTICE } else { 0 };
        RunMode { conducts: self.conducts & !PRACTICE | bit, ..self }
    }

    /// Returns this mode with `night` (H16).
    #[must_use]
    pub const fn with_night(self, night: Night) -> RunMode {
        let mask = ((1 << NIGHT_BITS) - 1) << NIGHT;
        RunMode { conducts: self.conducts & !mask | (night as u32) << NIGHT, ..self }
    }

    /// Returns the night. A number that this version does not know is read as the last night (H16).
    pub const fn night(self) -> Night {
        let index = (self.conducts >> NIGHT & ((1 << NIGHT_BITS) - 1)) as usize;
        if index < Night::COUNT { Night::ALL[index] } else { Night::LAST }
    }

    /// Returns this mode with `feats` recorded as missing, which means that no earlier run has done them. The kits that
    /// these feats open stay closed (H17).
    #[must_use]
    pub const fn with_missing(self, feats: Feats) -> RunMode {
        let mask = (Feats::ALL.bits() as u32) << MISSING;
        RunMode { conducts: self.conducts & !mask | (feats.bits() as u32) << MISSING, ..self }
    }

    /// Returns the feats that no earlier run had done. The set is empty for a run to which all kits are open (H17).
    pub const fn missing(self) -> Feats {
        Feats::from_bits((self.conducts >> MISSING).to_le_bytes()[0])
    }

    /// Returns the feats that the run has done (H17).
    pub const fn feats(self) -> Feats {
        Feats::from_bits((self.conducts >> DONE).to_le_bytes()[0])
    }

    /// Records that the run has done `feat`.
    pub(crate) const fn do_feat(&mut self, feat: Feat) {
        self.conducts |= 1 << (DONE + feat as u32);
    }

    /// Returns whether this is a calm night, which halves damage to the player (A19).
    pub const fn is_calm(self) -> bool {
        self.is_calm
    }

    /// Returns whether the run is the daily run (H8).
    pub const fn is_daily(self) -> bool {
        self.is_daily
    }

    /// Returns whether the run is practice, which leaves no score (H8).
    pub const fn is_practice(self) -> bool {
        self.conducts & PRACTICE != 0
    }

    /// Returns whether the player has kept `conduct` (H7).
    pub const fn has_kept(self, conduct: Conduct) -> bool {
        self.conducts & conduct.bit() != 0
    }

    /// Records that the player has broken `conduct`.
    pub(crate) const fn break_conduct(&mut self, conduct: Conduct) {
        self.conducts &= !conduct.bit();
    }

    /// Returns this mode after the given numbers of turns and kills. Too many turns or kills break a conduct.
    pub(crate) const fn after(mut self, turns: Turn, kills: u16) -> RunMode {
        if turns.0 >= CONDUCT_TURNS {
            self.break_conduct(Conduct::Fast);
        }
        if kills > CONDUCT_KILLS_MAX {
            self.break_conduct(Conduct::Gentle);
        }
        self
    }
}

const _: () = {
    let mut index = 0;
    while index < Conduct::ALL.len() {
        assert!(
            Conduct::ALL[index] as usize == index
                && RunMode::ORDINARY.has_kept(Conduct::ALL[index])
        );
        index += 1;
    }
};
