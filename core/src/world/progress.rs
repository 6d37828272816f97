//! Defines the progress over all runs: the kits and nights that the player's runs have opened (H16, H17).

use crate::content::nights::Night;
use crate::content::{Feats, Kit};

/// The kits and nights that the player's runs have opened, and the night of the next run. A save stores the progress
/// with the hall of fame.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// The hardest night that is open (H16).
    opened: Night,
    /// The default night of a new run: the night of the last run, not counting daily runs.
    chosen: Night,
    /// The feats that runs have done, which open kits (H17).
    feats: Feats,
}

impl Progress {
    /// The number of bytes that the progress takes in a save.
    pub(crate) const BYTES: usize = 2;

    /// The progress before the first run, with only the kits and nights that are open from the start.
    pub const NEW: Progress =
        Progress { opened: Night::Plain, chosen: Night::Plain, feats: Feats::NONE };

    /// Returns the hardest night that is open.
    pub const fn opened_night(&self) -> Night {
        self.opened
    }

    /// Returns the default night of a new run.
    pub const fn chosen_night(&self) -> Night {
        self.chosen
    }

    /// Opens the nights up to this one.
    pub(crate) fn open_night(&mut self, night: Night) {
        self.opened = self.opened.max(night);
    }

    /// Chooses the default night for future runs. If `night` is not open, chooses the hardest open night instead.
    pub(crate) fn choose_night(&mut self, night: Night) {
        self.chosen = night.min(self.opened);
    }

    /// Returns the feats that no run has done.
    pub const fn missing(&self) -> Feats {
        self.feats.others()
    }

    /// Iterates over the kits that are open in `later`, but not in this progress.
    pub fn kits_opened_until(self, later: Progress) -> impl Iterator<Item = Kit> + Clone {
        Kit::opened(self.missing(), later.missing())
    }

    /// Records the feats that a run has done.
    pub(crate) const fn do_feats(&mut self, feats: Feats) {
        self.feats = self.feats.and(feats);
    }

    /// Returns the bytes of the progress: the index of each night in four bits, and a bit for each feat.
    pub(crate) const fn bytes(self) -> [u8; Progress::BYTES] {
        [self.opened as u8 | (self.chosen as u8) << 4, self.feats.bits()]
    }

    /// Reads the progress that [`bytes`](Progress::bytes) wrote. An unknown night becomes the plain night.
    pub(crate) fn read([nights, feats]: [u8; Progress::BYTES]) -> Progress {
        let night = |index: u8| Night::new(index + 1).unwrap_or_default();
        let mut progress = Progress::NEW;
        progress.open_night(night(nights & 0b1111));
        progress.choose_night(night(nights >> 4));
        progress.do_feats(Feats::from_bits(feats));
        progress
    }
}

const _: () = assert!(Night::COUNT <= 1 << 4, "a save has no room for another night");
