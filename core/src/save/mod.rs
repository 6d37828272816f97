//! Saving: the power may fail at any byte, and at most the turn being played is lost.
//!
//! A save is 64 KiB of NOR flash in sectors of 4 KiB, with the same bytes on every machine. Twelve
//! sectors hold records, four hold the journal. The core never touches a device: the
//! [`App`](crate::screens::App) asks for a [`Save`], and its host hands it to a [`SaveManager`].
//!
//! - **Every turn** adds its command to the journal, a few bytes.
//! - **A checkpoint** is the run written whole: when it begins, on every change of floor, when the
//!   game is left, and when the journal takes long to play or its sector is full: a little before,
//!   if the player rests. A floor that is
//!   left is written before the run: a cut between the two leaves a run that stands on that floor
//!   still and has it whole. Before both, the journal is told: the entries that build on a checkpoint
//!   follow that entry in the same sector, so that a journal which is not there is missed.
//! - **Nobody waits for what takes long.** An entry of the journal is written before its turn is shown;
//!   all else is only prepared then, and a slow host writes it bit by bit ([`SaveManager::work`])
//!   while play goes on. The one turn that may be played meanwhile waits for its entry. What is
//!   written is the same on every host, unless another turn comes before that is done and a record
//!   with it.
//! - **Loading** is the last checkpoint and the journal played on top of it. Each entry tells the
//!   checkpoint it builds on, its turn, and a check of the state it was given in; where one does
//!   not go on from where the game stands, the replay ends, the state so far is kept, and a
//!   [`LoadWarning`] says so.
//! - **The end of a run** is an entry in the journal, then the hall of fame, then a run record that
//!   says there is none. Cut short, it is finished when the save is opened, and so is the checkpoint
//!   of a change of floor.
//! - **Terrain is not saved**: it follows from the seed. A check of it is, so that a game with
//!   another generator does not take a run for its own. The floor being stood on is built and
//!   checked when the save is opened; one that was left is built when it is entered again, and kept
//!   packed until then: where it turns out to be of another generator, it is new, and that is told
//!   then ([`Event::FloorLost`](crate::rules::Event::FloorLost)).
//! - **What is lost is told.** The first record counts the others, so that an older one that comes
//!   up in place of a damaged one is known for what it is. A last entry of which more is there than
//!   power that failed would have left was damaged later, and its turn is lost. Where the journal has
//!   a gap, its newest entry tells how many turns are lost.
//! - **One loss cannot be told.** Between two checkpoints a turn leaves nothing on the flash but its
//!   entry. A journal sector that is blank from an entry to its end is therefore, byte for byte, the
//!   flash as it was before that turn, as is an older copy of the whole flash; no reader can tell.
//!   Telling would take a second place that every turn writes, and twice the wear.
//! - **Power may fail again**, while what a first failure left is put in order. Each step of that leaves
//!   what the next opening puts in order in the same way, and nothing is appended before it is done
//!   (`mount.rs` lists the states). The one that was missing in earlier versions is a torn header,
//!   which the next item could complete: what such a header has swallowed is found again.
//! - **A chip that was never written** holds one byte everywhere, not always 0xFF, and some erase to
//!   zeros, which their drivers turn to ones. Both are known for what they are, whenever power fails.
//! - **What is not ours is not touched** until the player agrees: something else, a save of a later
//!   game, a save beyond repair ([`SaveError`]).
//!
//! # Changing the format
//!
//! The bytes of version 1 are those of the records in `format.rs`, of the bits in
//! `world/packing.rs`, of the entries in `journal.rs`, and of the layout of sequential-storage 8.
//! Whoever changes any of them; or adds a status or a potion, each of
//! which has bits of its own in every record; or adds a monster, another item or a command anywhere
//! but at the end of its list:
//!
//! 1. raises [`FORMAT_VERSION`] by one, and leaves the magic and the version in their places;
//! 2. keeps a reader of the old version, or has its runs refused as lost, with their sentence;
//! 3. blesses a new file in `tests/golden/saves` (`cargo bless` writes what is missing there, and
//!    nothing else): every version ever landed is loaded by every test run.
//!
//! A change of the rules or of generation is no change of the format: the checks find out, and the
//! player is told.

mod backlog;
mod errors;
mod fingerprint;
mod format;
mod journal;
mod layout;
mod manager;
mod memory;
mod mount;
pub mod replay;
mod scores;
mod sizes;
mod store;
mod windowed_flash;

pub use backlog::Backlog;
pub use errors::{DeviceError, LOAD_WARNINGS_MAX, LoadWarning, LoadWarnings, SaveError};
pub use format::{FLOOR_BYTES_MAX, FORMAT_VERSION, MAGIC, RUN_BYTES_MAX, SCORES_BYTES_MAX};
pub use journal::PlayedTurn;
pub use layout::{HEADER_BYTES, is_item_header};
pub use manager::SaveManager;
pub use memory::Memory;
pub use scores::{SCORES_MAX, Score, Scores};
pub use sizes::{Sizes, sizes};

use crate::rules::Command;
use crate::settings::Settings;
use crate::world::{Game, Outcome};

/// A request of the app to save. The host hands it to [`SaveManager::submit`] before the next tick, with
/// the game as it is then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Save {
    /// A run has begun.
    Begin,
    /// A turn was played.
    Turn(Command),
    /// A turn was played that ended the run.
    End(Command),
    /// The player rests: after a turn, or after a run was continued, nothing moves and no button is
    /// pressed. There is time for a checkpoint.
    Rest,
    /// The player leaves the game and may continue the run later.
    Leave,
    /// The player gave up the run.
    GiveUp,
    /// The player changed a setting.
    Settings,
    /// The player agrees to overwrite what the memory holds. This includes a [`Save::Begin`].
    Overwrite,
}

/// Holds what a request to save is about.
#[derive(Clone, Copy, Debug)]
pub struct SaveSource<'a> {
    /// The game as it is after the request.
    pub game: &'a Game,
    /// The hall of fame, with the row of a run that has ended.
    pub scores: &'a Scores,
    /// The settings.
    pub settings: &'a Settings,
}

/// Tells how far a [`SaveManager`] is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SaveStatus {
    /// All that was submitted is written.
    Done,
    /// The turns submitted are safe. Work is left.
    Pending,
    /// Nothing is saved, and why.
    Failed(SaveError),
}

/// Holds what was loaded from a save.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// True when there is a run to go on with.
    pub has_run: bool,
    /// Tells how a run ended whose end was still to be written, and is now.
    pub ended: Option<Outcome>,
    /// The hall of fame.
    pub scores: Scores,
    /// Holds the player's settings; `None` for the defaults.
    pub settings: Option<Settings>,
    /// Lists what was damaged.
    pub warnings: LoadWarnings,
    /// Tells why nothing will be saved.
    pub save_error: Option<SaveError>,
}

impl Loaded {
    /// An empty save.
    const NOTHING: Loaded = Loaded {
        has_run: false,
        ended: None,
        scores: Scores::new(),
        settings: None,
        warnings: LoadWarnings::new(),
        save_error: None,
    };

    /// Adds a warning, unless it is there already.
    fn warn(&mut self, warning: LoadWarning) {
        if !self.warnings.contains(&warning) {
            self.warnings.push(warning).expect("there is room for one of each");
        }
    }
}
