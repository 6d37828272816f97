//! The recorded runs of `tests/golden/replays`, and their outcomes. The outcomes are in the file `replays.txt` beside
//! that folder, not in the file names. So a recording keeps its name when its outcome changes.

use crate::golden;
use std::fs;
use std::ops::RangeInclusive;

/// The folder of the recordings, inside the folder of the goldens.
pub const FOLDER: &str = "replays";
/// The table of the runs' outcomes.
pub const TABLE: &str = "replays.txt";
/// The word that marks a won run in the table. For a lost run, the table states the cause of death instead.
pub const WON: &str = "won";

/// The floors on which a short recorded run may end.
pub const SHORT_RUN: RangeInclusive<u8> = 2..=3;
/// The smallest number of turns of a long recorded run.
pub const LONG_RUN_TURNS: u32 = 1_800;

/// Returns the file name of the recording whose player is the bot or the policy `hand`.
pub fn file_name(hand: &str) -> String {
    format!("{hand}.replay")
}

/// A line of the table.
struct Row {
    hand: String,
    floor: u8,
    turns: u32,
    end: String,
}

/// Reads the table.
///
/// # Panics
/// Panics if the table is missing or malformed.
fn rows() -> Vec<Row> {
    let path = golden::path(TABLE);
    let text = fs::read_to_string(&path)
        .unwrap_or_else(|error| panic!("{}: {error}; `cargo bless` writes it", path.display()));
    let row = |line: &str| {
        let [hand, _, floor, turns, end] = line.split_whitespace().take(5).collect::<Vec<_>>()[..]
        else {
            panic!("{TABLE}: {line:?} is no line of the table")
        };
        let floor = floor.parse().expect("a floor is a number");
        let turns = turns.parse().expect("turns are a number");
        Row { hand: hand.to_owned(), floor, turns, end: end.to_owned() }
    };
    text.lines().skip(1).map(row).collect()
}

/// Returns the recording with the fewest bytes among the runs that were lost on one of these floors.
///
/// # Panics
/// Panics if no run was lost there.
pub fn lost_recording(floors: RangeInclusive<u8>) -> Vec<u8> {
    shortest(|row| row.end != WON && floors.contains(&row.floor))
}

/// Returns the recording with the fewest bytes among the lost runs of at least [`LONG_RUN_TURNS`] turns.
///
/// # Panics
/// Panics if no lost run is that long.
pub fn long_recording() -> Vec<u8> {
    shortest(|row| row.end != WON && row.turns >= LONG_RUN_TURNS)
}

/// Returns the recording with the fewest bytes among the won runs.
///
/// # Panics
/// Panics if no recorded run was won.
pub fn won_recording() -> Vec<u8> {
    shortest(|row| row.end == WON)
}

fn shortest(is_it: impl Fn(&Row) -> bool) -> Vec<u8> {
    let folder = golden::path(FOLDER);
    let found = rows().into_iter().filter(is_it);
    let recordings =
        found.map(|row| fs::read(folder.join(file_name(&row.hand))).expect("it can be read"));
    recordings.min_by_key(Vec::len).expect("`cargo bless` records such a run")
}
