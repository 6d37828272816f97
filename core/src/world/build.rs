//! What a run has made of its player, beside level and things: the kit, the grafts, the charges.

use crate::content::effects::Effect;
use crate::content::grafts::{GRAFTS_MAX, Graft};
use crate::content::kits::Kit;
use heapless::Vec;
use serde::{Deserialize, Serialize};

/// The charges for deeds that a player holds at most, and begins with (I14).
pub const CHARGES_MAX: u8 = 3;

/// What a run has made of its player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Build {
    /// The kit that was taken in the lobby; `None` before (W30).
    pub kit: Option<Kit>,
    /// The grafts, in the order in which they were taken (B14).
    pub grafts: Vec<Graft, GRAFTS_MAX>,
    /// The charges for deeds (I14).
    pub charges: u8,
}

/// Bytes of a build in a save.
const BYTES: usize = 2 + GRAFTS_MAX;

impl Build {
    /// What every run begins with.
    pub const NEW: Build = Build { kit: None, grafts: Vec::new(), charges: CHARGES_MAX };

    /// Returns what it bends.
    pub fn effects(&self) -> impl Iterator<Item = Effect> {
        let kit = self.kit.iter().flat_map(|kit| kit.spec().effects);
        kit.chain(self.grafts.iter().flat_map(|graft| graft.effects())).copied()
    }

    /// Returns its bytes in a save: kinds by their number and 1, 0 for none.
    pub(crate) fn bytes(&self) -> [u8; BYTES] {
        let mut bytes = [0; BYTES];
        bytes[0] = self.kit.map_or(0, |kit| kit as u8 + 1);
        bytes[1] = self.charges;
        for (byte, graft) in bytes[2..].iter_mut().zip(&self.grafts) {
            *byte = *graft as u8 + 1;
        }
        bytes
    }

    /// Reads what [`bytes`](Build::bytes) wrote at the front of `from`. Returns it, and what stands behind it; `None`
    /// where it is no build. A save of a game without builds has nothing there.
    pub(crate) fn read(from: &[u8]) -> Option<(Build, &[u8])> {
        let Some((bytes, rest)) = from.split_at_checked(BYTES) else {
            return from.is_empty().then_some((Build::NEW, from));
        };
        let mut build = Build { charges: bytes[1], ..Build::NEW };
        if let Some(number) = bytes[0].checked_sub(1) {
            build.kit = Some(*Kit::ALL.get(usize::from(number))?);
        }
        let grafts = bytes[2..].iter().map_while(|byte| byte.checked_sub(1));
        for number in grafts.clone() {
            let graft = *Graft::ALL.get(usize::from(number))?;
            build.grafts.push(graft).ok()?;
        }
        let is_whole = bytes[2 + grafts.count()..].iter().all(|&byte| byte == 0);
        (is_whole && build.charges <= CHARGES_MAX).then_some((build, rest))
    }
}
