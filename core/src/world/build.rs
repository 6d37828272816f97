//! Defines a player's build: the kit, the grafts and the charges, but not level and equipment.

use crate::content::effects::Effect;
use crate::content::grafts::{GRAFTS_MAX, Graft};
use crate::content::kits::Kit;
use heapless::Vec;
use serde::{Deserialize, Serialize};

/// The largest number of charges for deeds, which is also the number at the start of a run (I14).
pub(crate) const CHARGES_MAX: u8 = 3;

/// The build of the player of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Build {
    /// The kit that the player took in the lobby; `None` before that (W30).
    pub kit: Option<Kit>,
    /// The grafts, in the order in which they were taken (B16).
    pub grafts: Vec<Graft, GRAFTS_MAX>,
    /// The charges for deeds (I14).
    pub charges: u8,
    /// The number of grafts that the player may still choose at the levels reached so far (B16).
    pub grafts_due: u8,
}

/// The greatest number of bytes that a build takes in a save.
const BYTES: usize = 3 + GRAFTS_MAX;

impl Build {
    /// The build at the start of a run.
    pub(crate) const NEW: Build =
        Build { kit: None, grafts: Vec::new(), charges: CHARGES_MAX, grafts_due: 0 };

    /// Returns the effects of the kit and the grafts.
    pub(crate) fn effects(&self) -> impl Iterator<Item = Effect> {
        let kit = self.kit.iter().flat_map(|kit| kit.spec().effects);
        kit.chain(self.grafts.iter().flat_map(|graft| graft.effects())).copied()
    }

    /// Returns the build's bytes in a save. A kit or a graft is stored as its index plus 1, and 0 stands for none.
    pub(crate) fn bytes(&self) -> [u8; BYTES] {
        let mut bytes = [0; BYTES];
        bytes[0] = self.kit.map_or(0, |kit| kit as u8 + 1);
        (bytes[1], bytes[2]) = (self.charges, self.grafts_due);
        for (byte, graft) in bytes[3..].iter_mut().zip(&self.grafts) {
            *byte = *graft as u8 + 1;
        }
        bytes
    }

    /// Reads a build, which [`bytes`](Build::bytes) wrote, from the start of `from`. Returns the build and the
    /// remaining bytes, or `None` if the build is invalid. Old saves have no build: if `from` is empty, the build is
    /// [`NEW`](Build::NEW).
    pub(crate) fn read(from: &[u8]) -> Option<(Build, &[u8])> {
        let Some((bytes, rest)) = from.split_at_checked(BYTES) else {
            return from.is_empty().then_some((Build::NEW, from));
        };
        let mut build = Build { charges: bytes[1], grafts_due: bytes[2], ..Build::NEW };
        if let Some(number) = bytes[0].checked_sub(1) {
            build.kit = Some(*Kit::ALL.get(usize::from(number))?);
        }
        let grafts = bytes[3..].iter().map_while(|byte| byte.checked_sub(1));
        for number in grafts.clone() {
            let graft = *Graft::ALL.get(usize::from(number))?;
            build.grafts.push(graft).ok()?;
        }
        let is_whole = bytes[3 + grafts.count()..].iter().all(|&byte| byte == 0);
        let has_room = build.grafts.len() + usize::from(build.grafts_due) <= GRAFTS_MAX;
        (is_whole && has_room && build.charges <= CHARGES_MAX).then_some((build, rest))
    }
}

/// The part of a build that the hall of fame keeps: the kit and the grafts (H5).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lineage {
    /// The kit. `None` for a run without a kit, or for an old run from before kits were added to the game.
    pub kit: Option<Kit>,
    /// The grafts, in the order in which they were taken.
    pub grafts: Vec<Graft, GRAFTS_MAX>,
}

/// The number of bits for the kit in a saved lineage, and the number of bits for each graft.
const KIT_BITS: u32 = 4;
const GRAFT_BITS: u32 = 5;

const _: () = assert!(Kit::COUNT < 1 << KIT_BITS && Graft::COUNT < 1 << GRAFT_BITS);
const _: () = assert!(KIT_BITS as usize + GRAFTS_MAX * GRAFT_BITS as usize == 8 * Lineage::BYTES);

impl Lineage {
    /// The number of bytes that a lineage takes in a save.
    pub(crate) const BYTES: usize = 3;

    /// Returns the bytes of the lineage. A kit or a graft is stored as its index plus 1, and 0 stands for none.
    pub(crate) fn bytes(&self) -> [u8; Lineage::BYTES] {
        let mut bits = self.kit.map_or(0, |kit| u32::from(kit as u8) + 1);
        for (place, &graft) in (0..).zip(&self.grafts) {
            bits |= (u32::from(graft as u8) + 1) << (KIT_BITS + place * GRAFT_BITS);
        }
        let [first, second, third, _] = bits.to_le_bytes();
        [first, second, third]
    }

    /// Reads a lineage that [`bytes`](Lineage::bytes) wrote. Drops a kit or graft that this version does not know.
    pub(crate) fn read([first, second, third]: [u8; Lineage::BYTES]) -> Lineage {
        let bits = u32::from_le_bytes([first, second, third, 0]);
        let number =
            |at: u32, width: u32| ((bits >> at & ((1 << width) - 1)) as usize).checked_sub(1);
        let kit = number(0, KIT_BITS).and_then(|number| Kit::ALL.get(number).copied());
        let grafts = (0..).take(GRAFTS_MAX).filter_map(|place: u32| {
            Graft::ALL.get(number(KIT_BITS + place * GRAFT_BITS, GRAFT_BITS)?).copied()
        });
        Lineage { kit, grafts: grafts.collect() }
    }
}

impl From<&Build> for Lineage {
    fn from(build: &Build) -> Lineage {
        Lineage { kit: build.kit, grafts: build.grafts.clone() }
    }
}
