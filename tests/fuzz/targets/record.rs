//! Loads complete records with arbitrary contents. The first byte of the input selects a record that the game wrote.
//! The second byte lengthens the record, the third byte shortens it, and the other bytes flip bits in it.
#![no_main]

use libfuzzer_sys::fuzz_target;
use musrex_fuzz::{KEYS, check, put, record, session};

fuzz_target!(|input: &[u8]| {
    let [which, longer, shorter, changes @ ..] = input else { return };
    let bytes = &session().flash.bytes;
    let key = KEYS[usize::from(*which) % KEYS.len()];
    let mut record = record(bytes, key);
    record.truncate(record.len().saturating_sub(usize::from(*shorter)));
    record.resize(record.len() + usize::from(*longer), 0);
    for (byte, change) in record.iter_mut().zip(changes) {
        *byte ^= change;
    }
    let _ = check(&put(bytes, key, &record));
});
