//! The four voices, of which none sings yet: they are on, and led to no ear.

use crate::registers::{SOUNDBIAS, SOUNDCNT_H, SOUNDCNT_L, SOUNDCNT_X};

/// Sound on, every voice silent.
pub fn start() {
    // SAFETY: sound registers touch no memory.
    unsafe {
        // Off and on again: whatever a voice was doing before a reset is forgotten.
        SOUNDCNT_X.write(0);
        SOUNDCNT_X.write(1 << 7);
        SOUNDBIAS.write(0x200);
        SOUNDCNT_L.write(0);
        // The four voices at full strength; no sampled sound.
        SOUNDCNT_H.write(2);
    }
}
