//! Saving: a power failure at any byte loses at most one turn. A lost sector of flash costs nothing, unless the run is
//! very large.
//!
//! A save is 64 KiB of NOR flash in sectors of 4 KiB, with the same bytes on every machine. The core never touches a
//! device: the [`App`](crate::app::App) makes a [`SaveRequest`], and the host hands the request to a [`SaveManager`].
//!
//! - **Every turn** appends its command to the journal, in a few bytes.
//! - **A checkpoint** writes the whole run. A checkpoint is due when the run begins, on every change of floor, and when
//!   the player leaves the game. A checkpoint is also due when the journal takes too long to replay, or when the
//!   journal's sectors are full. If the player is idle, the checkpoint comes a little before the journal is full. A
//!   floor that the player leaves is written before the run. If power fails between these two writes, the old record of
//!   the run still contains that floor.
//! - **Everything is written twice**, into two sectors (`store.rs`, `sector.rs`). The loss of a sector loses no data,
//!   whether the sector then holds zeros, noise, or last week's contents. There is one exception: if the floors of a
//!   run are too large to fit twice, a lost sector can cost some of the floors that the player left. These floors are
//!   then generated anew.
//! - **Slow writes run in the background.** The entry of a turn and the records of a change of floor are usually
//!   written before the turn is shown. Other records can wait: a slow host writes them piece by piece
//!   ([`SaveManager::work`]) while play goes on. One turn may be played meanwhile; its entry is appended when the work
//!   ends. The bytes are the same as on a host that waits, unless that turn makes a checkpoint due or the player is
//!   idle during the work.
//! - **Loading** reads the last checkpoint and replays the journal on top of it. Each entry holds its command, the
//!   epoch of its checkpoint, the number of its turn, and a hash of the state before the turn. The replay ends when no
//!   entry continues the game. After the replay, each record with only one copy gets a second copy.
//! - **The end of a run** is written in three steps: an entry in the journal, the hall of fame, and a run record that
//!   states that there is no run. If power fails between the steps, loading completes them. Loading also completes the
//!   checkpoint of a change of floor.
//! - **The bestiary** (H20) is written before a record of the run if it has changed, with the epoch of that record.
//!   Loading adds the turns of the journal to the bestiary, unless the bestiary is newer than the run's record and
//!   already contains these turns. In an undamaged save, a power failure thus never makes a kill count twice. If a turn
//!   that was played during a write makes a checkpoint due, the bestiary of that checkpoint lacks the turn's additions.
//!   These additions are lost if power fails before the bestiary is written again.
//! - **Terrain is not saved**, because it follows from the seed. A hash of the terrain is saved, to detect a change of
//!   the generator. Loading builds and checks the current floor. A floor that the player left stays packed until the
//!   player enters it again. If the hash of its terrain differs then, the floor is generated anew, with an
//!   [`Event::FloorLost`](crate::rules::Event::FloorLost).
//! - **Loading reports losses**, with the number of lost turns. The loss of the bestiary is not reported. The record of
//!   key 0 holds the epochs of the newest records of the run, the hall of fame and the settings. With these epochs,
//!   loading detects an older record in place of a damaged one. The newest journal entry shows the number of lost
//!   turns.
//! - **Two losses cannot be detected.** One is the loss of both copies of the last journal entries, if nothing else is
//!   damaged. The other is the replacement of the whole flash by an older copy. In both cases the save looks as it did
//!   after an earlier turn.
//! - **A chip that was never written** holds the same byte everywhere, but not always 0xFF. Some kinds of chips erase
//!   to zeros, and their drivers then write 0xFF byte by byte. All these chips are recognised as empty, even if power
//!   fails while a driver writes 0xFF.
//! - **Foreign data is not touched** until the player agrees. Foreign data is a save in a later format version, or
//!   anything that is not a save ([`SaveError`]).
//!
//! # Versions
//!
//! | version | support |
//! |---|---|
//! | 1, 2 | The hall of fame and the settings of these versions are read (`old.rs`). Runs of these versions are refused with [`LoadWarning::RunTooOld`], because they have other rules. The first record that is written turns such a save into one of version 3. |
//! | 3 | Written and read. |
//!
//! # Changing the format
//!
//! These files define the bytes of version 3: `sector.rs` the sectors, `format.rs` the records, `world/packing/` the
//! packed bits, `bestiary.rs` the bestiary, and `journal.rs` the entries. Any change of these bytes needs a new
//! version, except bytes that a later version of the game appends in the spare room of a record (`LaterBytes`,
//! `LaterNumbers`). Each of these changes also needs a new version: a new monster, item, firmware or spill before the
//! end of its list; a number in the rules that outgrows its bits; terrain that play changes in a new way. The compiler
//! reports most of these changes. A new command needs no new version if its codes come after the existing codes
//! (`journal.rs`). Older versions of the game then replay a journal only up to the first such command. For a new
//! version,
//!
//! 1. raise [`FORMAT_VERSION`] by one, and leave the header of a sector as it is;
//! 2. keep a reader of each old version for the hall of fame and the settings, and read its runs, or refuse them with a
//!    message;
//! 3. bless a new file in `tests/golden/saves` (`cargo bless` writes missing files there, and
//!    changes no others): every test run loads the saves of all versions.
//!
//! A change of the rules or of generation needs no new version: the checks detect the change, and the app tells the
//! player.

mod backlog;
mod bestiary;
mod blocking_flash;
mod errors;
mod fingerprint;
mod format;
mod journal;
mod key;
mod loaded;
mod manager;
mod memory;
mod old;
mod request;
mod scores;
mod sector;
mod store;
mod word_flash;

pub use crate::world::RunMode;
pub use backlog::Backlog;
pub use bestiary::{Bestiary, BestiaryEntry, Knowledge};
pub use blocking_flash::BlockingFlash;
pub use errors::{DeviceError, LoadWarning, LoadWarnings, SaveError, SaveNotice};
pub use journal::PlayedTurn;
pub use loaded::Loaded;
pub(crate) use loaded::TurnObserver;
pub use manager::SaveManager;
pub use memory::Memory;
pub use request::{SaveRequest, SaveSource, SaveStatus};
pub use scores::{SCORES_MAX, Score, Scores};
pub use sector::{FORMAT_VERSION, MAGIC};
pub use word_flash::WordFlash;
