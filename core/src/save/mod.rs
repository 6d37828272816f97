//! Saving: a power failure at any byte loses at most one turn. The loss of any one sector of flash loses nothing,
//! unless the run is very large.
//!
//! A save is 64 KiB of NOR flash in sectors of 4 KiB, with the same bytes on every machine. The core never touches a
//! device: the [`App`](crate::app::App) makes a [`SaveRequest`], and the host hands the request to a [`SaveManager`].
//!
//! - **Every turn** appends its command to the journal, a few bytes.
//! - **A checkpoint** writes the whole run. It is due when the run begins, on every change of floor, when the player
//!   leaves the game, and when the journal takes long to replay or its sectors are full. If the player is idle, it
//!   comes a little before the journal is full. A floor that the player leaves is written before the run. After a power
//!   cut between the two, the old record of the run still contains that floor.
//! - **Everything is written twice**, into two sectors (`store.rs`, `sector.rs`): the loss of a sector loses no data,
//!   whether the sector then holds zeros, noise, or last week's contents. Only if a run is so large that its floors do
//!   not fit twice can a lost sector cost some of the floors that the player left. These floors are then generated
//!   anew.
//! - **Slow writes run in the background.** A turn's entry is usually written before the turn is shown, and so is a
//!   change of floor. Other records can wait: a slow host writes them piece by piece ([`SaveManager::work`]) while play
//!   goes on. One turn may be played meanwhile; its entry is appended when the work ends. The bytes are the same as on
//!   a host that waits, unless that turn makes a checkpoint due, or the player is idle meanwhile.
//! - **Loading** reads the last checkpoint and replays the journal on top of it. Each entry names its checkpoint and
//!   its turn, and holds a check of the state before the turn. The replay ends when no entry continues the game.
//!   Records with only one copy then get their second one.
//! - **The end of a run** is written in three steps: an entry in the journal, the hall of fame, and a run record that
//!   says that there is no run. Loading completes an interrupted end of a run, and the interrupted checkpoint of a
//!   change of floor.
//! - **The bestiary** (H20) is written before a record of the run, with the epoch of that record. Loading adds the
//!   turns of the journal to the bestiary, unless the bestiary is newer than the run's record and so contains them
//!   already. So no power failure makes a kill count twice, as long as the save is undamaged. If a turn that was played
//!   during a write makes a checkpoint due, the bestiary of that checkpoint lacks the additions of the turn. They are
//!   lost if power fails before the bestiary is written again.
//! - **Terrain is not saved**: it follows from the seed. A hash of the terrain is saved, to detect a change of the
//!   generator. Loading builds and checks the current floor. A floor that was left stays packed until the player enters
//!   it again; if the hash of the terrain differs then, the floor is generated anew, with an
//!   [`Event::FloorLost`](crate::rules::Event::FloorLost).
//! - **Losses are reported**, with the number of lost turns; only the loss of the bestiary is not. The record of key 0
//!   holds the numbers of the newest records of the run, the hall of fame and the settings, so that an older record in
//!   place of a damaged one is detected. The newest journal entry tells how many turns are lost.
//! - **Two losses cannot be detected**: the loss of both copies of the last entries, when nothing else is damaged, and
//!   an older copy of the whole flash. In both cases the save looks as it did after an earlier turn.
//! - **A chip that was never written** holds the same byte everywhere, which need not be 0xFF. Some chips erase to
//!   zeros, and their drivers then write 0xFF byte by byte. Both kinds of chips are recognised as empty, even if power
//!   fails in the middle of this.
//! - **Foreign data is not touched** until the player agrees. Foreign data is a save of a later version of the game, or
//!   anything that is not a save ([`SaveError`]).
//!
//! # Versions
//!
//! | version | what became of it |
//! |---|---|
//! | 1, 2 | The hall of fame and the settings of these versions are read (`old.rs`). Runs of these versions are refused with [`LoadWarning::RunTooOld`], because they have other rules. The first record that is written turns such a save into one of version 3. |
//! | 3 | Written and read. |
//!
//! # Changing the format
//!
//! These files define the bytes of version 3: `sector.rs` the sectors, `format.rs` the records, `world/packing/` the
//! packed bits, `bestiary.rs` the bestiary, and `journal.rs` the entries. A new version is needed for a change of any
//! of these bytes; for a new monster, item, firmware or spill that is not at the end of its list; for a number of a
//! rule that outgrows its bits; and for terrain that play changes in a new way. The compiler reports most of these
//! changes. A new command needs no new version if its codes come after the existing ones (`journal.rs`), but older
//! versions of the game replay a journal only up to such a command. For a new version,
//!
//! 1. raise [`FORMAT_VERSION`] by one, and leave the header of a sector as it is;
//! 2. keep a reader of each old version for the hall of fame and the settings, and read its runs, or refuse them with a
//!    message;
//! 3. bless a new file in `tests/golden/saves` (`cargo bless` writes missing files there, and
//!    changes no others): every test run loads the saves of all versions.
//!
//! A change of the rules or of generation needs no new version: the checks detect it, and the app
//! tells the player.

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
