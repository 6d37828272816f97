//! A seed that tools may patch into a program for a handheld. The Game Boy Advance and the PicoSystem share this file.

use core::ptr;

/// The storage of the seed: some words that tools search for, a byte that is 1 if the seed is valid, and the 8 bytes of
/// the seed, the lowest first.
#[repr(C)]
struct SeedPatch {
    words: [u8; 23],
    is_set: u8,
    seed: [u8; 8],
}

#[used]
static SEED_PATCH: SeedPatch =
    SeedPatch { words: *b"Mus Rex: seed of runs: ", is_set: 0, seed: [0; 8] };

/// Returns the seed that was patched into the program, if any. Without a patched seed, the program's debug port refuses
/// every request that would change something.
pub fn seed() -> Option<u64> {
    // SAFETY: the location is valid. The read is volatile, because a tool may have changed the seed after compilation.
    let note = unsafe { ptr::read_volatile(&raw const SEED_PATCH) };
    (note.is_set == 1).then(|| u64::from_le_bytes(note.seed))
}
