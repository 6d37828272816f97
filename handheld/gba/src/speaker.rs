//! Powers on the sound chip; no audio yet.

use crate::registers::{SOUNDBIAS, SOUNDCNT_H, SOUNDCNT_L, SOUNDCNT_X};

/// Turns the sound on, with every channel silent.
pub fn start() {
    // SAFETY: sound registers touch no memory.
    unsafe {
        // Off and on again, which resets all channels.
        SOUNDCNT_X.write(0);
        SOUNDCNT_X.write(1 << 7);
        SOUNDBIAS.write(0x200);
        SOUNDCNT_L.write(0);
        // The four channels at full volume; no sampled sound.
        SOUNDCNT_H.write(2);
    }
}
