//! Loads a good save with arbitrary damage. Each group of four input bytes selects a byte of the save. It overwrites
//! that byte, flips or clears some of its bits, or erases the bytes from that byte on. The save must never load as a
//! different game.
#![no_main]

use libfuzzer_sys::fuzz_target;
use musrex_fuzz::{check, session};

fuzz_target!(|input: &[u8]| {
    let mut bytes = session().flash.bytes.clone();
    for change in input.chunks_exact(4) {
        let place = usize::from(u16::from_le_bytes([change[0], change[1]]));
        match change[2] % 4 {
            0 => bytes[place] = change[3],
            1 => bytes[place] ^= change[3],
            2 => bytes[place] &= change[3],
            _ => bytes[place..].iter_mut().take(1 << (change[3] % 17)).for_each(|b| *b = 0xFF),
        }
    }
    let (found, loaded) = check(&bytes);
    let Some(run) = found.run else { return };
    let is_known = session().knows(&run, &loaded);
    assert!(is_known, "another game: run {:#x}, turn {:?}", run.seed(), run.turn());
});
