//! Compares recordings of sound, sample by sample.

/// Returns whether `samples` are silent.
pub fn is_silent(samples: &[i16]) -> bool {
    samples.iter().all(|&sample| sample == 0)
}

/// Returns `samples` without the silence at their beginning.
pub fn from_first_sound(samples: &[i16]) -> &[i16] {
    &samples[samples.iter().position(|&sample| sample != 0).unwrap_or(samples.len())..]
}

/// Returns the correlation of two recordings in thousandths.
fn correlation(a: &[i16], b: &[i16]) -> i64 {
    let product = |a: &[i16], b: &[i16]| -> i64 {
        a.iter().zip(b).map(|(&a, &b)| i64::from(a) * i64::from(b)).sum()
    };
    let count = a.len().min(b.len());
    let (a, b) = (&a[..count], &b[..count]);
    let energy = i128::from(product(a, a)) * i128::from(product(b, b));
    let product = i128::from(product(a, b));
    if energy == 0 {
        return 0;
    }
    i64::try_from(product * 1000 / i128::try_from(energy.unsigned_abs().isqrt()).expect("small"))
        .expect("a correlation is at most 1")
}

/// Finds the piece of `heard`, beginning near `start`, that correlates best with `part`. Returns the correlation in
/// thousandths, and the position of the piece.
pub fn best_match(heard: &[i16], part: &[i16], start: usize) -> (i64, usize) {
    /// The number of samples to search on either side of `start`.
    const REACH: usize = 2000;
    let mut best = (0, start);
    for step in 0..=REACH {
        for at in [start.saturating_sub(step), start + step] {
            let piece = heard.get(at..at + part.len()).unwrap_or(&[]);
            best = best.max((correlation(piece, part), at));
        }
        if best.0 >= 1000 {
            break;
        }
    }
    best
}
