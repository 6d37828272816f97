//! The developer tools, which no player needs. The program `cargo devtools TOOL` contains all of them:
//!
//! | tool | what it does |
//! |---|---|
//! | [`simulate`] | lets bots play many games and measures them; also `cargo simulate` |
//! | [`meter`] | measures the number of decisions in 100 presses: `cargo simulate --meter` |
//! | [`presses`], [`announced`] | count the presses and decisions of a game, and the harm with and without a warning |
//! | [`worth`] | measures the worth of each consumable to a bot |
//! | [`builds`] | measures the effect of builds, as tables for `tests/balance.md` |
//! | [`graft_worth`] | measures the worth of each graft to a bot |
//! | [`rooms`] | draws all rooms in one picture |
//! | [`piano_roll`] | draws a song |
//! | [`music`] | measures the loudness, the silence and the bars of songs |
//! | [`release`] | makes the files of a release; also `cargo release-files` |
//!
//! The package `musrex-tests` does not depend on the tools; otherwise, every change of a tool would relink the programs
//! of that package. The tests of the tools are therefore in `desktop/tools/tests/`, and use the testkit.

use musrex_core::dice;

pub mod announced;
mod arguments;
pub mod builds;
mod games;
pub mod graft_worth;
pub mod meter;
pub mod music;
pub mod piano_roll;
pub mod presses;
pub mod release;
pub mod rooms;
pub mod simulate;
mod threads;
pub mod worth;

/// Returns the seed of game `number` in the series of games that `seed` determines.
pub(crate) fn seed_of_game(seed: u64, number: u64) -> u64 {
    dice::mix(dice::mix(seed).wrapping_add(number))
}
