//! Defines feats: achievements of a run that open kits for later runs (H17).

use musrex_assets::listed_enum;

listed_enum! {
    /// An achievement that opens a kit for later runs (H17). The order of the values is the order of the bits in a
    /// save.
    pub enum Feat {
        /// Mice were freed from their cages (W25).
        FreesMice,
        /// An override chip or the graft Tamer made a mouse an ally (I10, B16).
        MakesAlly,
        /// An item was taken from a vault (W17).
        RobsVault,
        /// A terminal was used (W16).
        UsesTerminal,
        /// A named mouse was killed (M19).
        BeatsNamed,
        /// The player reached floor `FEAT_FLOOR`.
        ReachesFloor,
        /// A live cable killed an enemy (W18).
        KillsByCable,
        /// The King was killed (K3).
        Wins,
    }
}

/// The floor that [`Feat::ReachesFloor`] requires.
pub(crate) const FEAT_FLOOR: u8 = 7;

/// A set of feats.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Feats(u8);

const _: () = assert!(Feat::COUNT <= u8::BITS as usize, "each feat has a bit");

impl Feats {
    /// The empty set.
    pub const NONE: Feats = Feats(0);
    /// All feats.
    pub const ALL: Feats = Feats(u8::MAX >> (u8::BITS as usize - Feat::COUNT));

    /// Returns the set of the feats whose bits are set in `bits`. Bits without a feat are ignored.
    pub(crate) const fn from_bits(bits: u8) -> Feats {
        Feats(bits & Feats::ALL.0)
    }

    /// Returns the set as bits.
    pub(crate) const fn bits(self) -> u8 {
        self.0
    }

    /// Returns whether the set contains `feat`.
    pub const fn has(self, feat: Feat) -> bool {
        self.0 >> feat as u8 & 1 == 1
    }

    /// Returns the set with `feat` added.
    #[must_use]
    pub const fn with(self, feat: Feat) -> Feats {
        Feats(self.0 | 1 << feat as u8)
    }

    /// Returns the union of both sets.
    #[must_use]
    pub(crate) const fn and(self, other: Feats) -> Feats {
        Feats(self.0 | other.0)
    }

    /// Returns the set of the feats that are not in this set.
    #[must_use]
    pub const fn others(self) -> Feats {
        Feats(!self.0 & Feats::ALL.0)
    }
}
