//! Checks the limits of the player on all songs.

use super::*;
use musrex_assets::sounds::SONGS;

/// Returns the number of steps in the longest row of `steps`, not counting conditions.
fn steps_of_a_row(steps: &[u8]) -> u8 {
    let all = core::iter::successors(Step::read(steps), |(_, rest)| Step::read(rest));
    let (mut most, mut count) = (0, 0);
    for (step, _) in all {
        match step {
            Step::Rows(_) => count = 0,
            Step::When { .. } => {}
            _ => count += 1,
        }
        most = most.max(count);
    }
    most
}

#[test]
fn all_rows_are_read_before_the_next_begins() {
    for phrase in SONGS.iter().flat_map(|song| song.phrases) {
        let ticks = 1 + steps_of_a_row(phrase.steps).div_ceil(NOTES_A_TICK);
        let shortest = phrase.tempo.into_iter().min().unwrap_or(0) >> 2;
        assert!(ticks < shortest, "{ticks} ticks to read a row of {shortest}");
    }
}
