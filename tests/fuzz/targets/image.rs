//! Loads a flash with arbitrary contents. If the first byte of the input is odd, the flash contains a save; if it is
//! even, the flash is empty. The rest of the input consists of pieces to write. Each piece has an address (two bytes),
//! a length (one byte) and its bytes.
#![no_main]

use libfuzzer_sys::fuzz_target;
use musrex_fuzz::{check, session};
use musrex_testkit::flash::BYTES;

fuzz_target!(|input: &[u8]| {
    let mut bytes = match input.first() {
        Some(first) if first % 2 == 1 => session().flash.bytes.clone(),
        _ => vec![0xFF; BYTES].into(),
    };
    let mut rest = input.get(1..).unwrap_or_default();
    while let [low, high, length, more @ ..] = rest {
        let (piece, after) = more.split_at(more.len().min(usize::from(*length)));
        let place = usize::from(u16::from_le_bytes([*low, *high]));
        for (byte, &new) in bytes[place..].iter_mut().zip(piece) {
            *byte = new;
        }
        rest = after;
    }
    let _ = check(&bytes);
});
