//! Saving: the power may fail at any byte and any one sector of flash may be lost, and at most the turn
//! being played is lost.
//!
//! A save is 64 KiB of NOR flash in sectors of 4 KiB, with the same bytes on every machine. The core
//! never touches a device: the [`App`](crate::app::App) asks for a [`SaveRequest`], and its host
//! hands it to a [`SaveManager`].
//!
//! - **Every turn** appends its command to the journal, a few bytes.
//! - **A checkpoint** is the run written as a whole: when it begins, on every change of floor, when the
//!   player leaves the game, and when the journal takes long to replay or its sectors are full; a little
//!   earlier if the player is idle. A floor that the player leaves is written before the run, so that
//!   after a cut between the two the run still stands on that floor and has it whole.
//! - **All of it is written twice**, into two sectors (`store.rs`, `sector.rs`): a sector that is lost,
//!   whether it holds zeros, noise, or what it held last week, loses nothing. Only where a run is so large
//!   that its floors do not fit twice, a lost sector may cost one or two of the floors that were left. They
//!   are generated anew then.
//! - **Slow writes run in the background.** A turn's entry is written before the turn is shown. All
//!   else is only prepared then, and a slow host writes it piece by piece
//!   ([`SaveManager::work`]) while play goes on. One turn may be played meanwhile; its entry is
//!   appended when the work ends. The bytes are the same on every host, unless a turn that itself
//!   needs a record comes before the work is done.
//! - **Loading** reads the last checkpoint and replays the journal on top of it. Each entry names its
//!   checkpoint and its turn, and holds a check of the state before the turn. The replay ends where no
//!   entry continues the game. What has one copy only gets its second one then.
//! - **The end of a run** is an entry in the journal, then the hall of fame, then a run record without
//!   a run. Loading completes an end that was cut short, and the checkpoint of a change of floor.
//! - **The bestiary** (H20) is written before a record of the run, with the epoch of that record. Loading adds the
//!   turns of the journal, unless the bestiary is of a newer record than the run, and has them already: no kill counts
//!   twice, whenever power fails. A cut may lose what a turn added that was played while a checkpoint was written.
//! - **Terrain is not saved**: it follows from the seed. A digest of it is saved, which detects a
//!   generator that has changed. Loading builds and checks the current floor. A floor that was left
//!   stays packed until the player enters it again; if its digest differs then, it is generated anew,
//!   with an [`Event::FloorLost`](crate::rules::Event::FloorLost).
//! - **Losses are reported**, turns with their number. The first record counts the others, which detects
//!   an older record in the place of a damaged one, and the newest entry of the journal tells how many
//!   turns are lost.
//! - **One loss cannot be detected**: that of both copies of the last entries, when nothing else is wrong,
//!   and an older copy of the whole flash. Both are, byte for byte, a flash of an earlier turn.
//! - **A chip that was never written** holds one byte everywhere, not always 0xFF, and some chips erase
//!   to zeros, which their drivers turn to ones. Both are recognized, whenever power fails.
//! - **Foreign data is not touched** until the player agrees: other contents, and a save of a later game
//!   ([`SaveError`]).
//!
//! # Versions
//!
//! | version | what became of it |
//! |---|---|
//! | 1, 2 | Their hall of fame and their settings are read (`old.rs`). Their runs are refused with [`LoadWarning::RunTooOld`]: other rules made them. The first record that is written makes it a save of version 3. |
//! | 3 | Written and read. |
//!
//! # Changing the format
//!
//! The bytes of version 3 are those of the sectors in `sector.rs`, of the records in `format.rs`, of the
//! bits in `world/packing/`, and of the entries in `journal.rs`.
//! These changes need a new version: a change of any of them; a new monster, item, firmware
//! or spill anywhere but at the end of its list; a rule's number that outgrows its bits; terrain that play
//! changes in another way. The compiler reports most of them. A new command is no change when its codes
//! follow those of throws (`journal.rs`), but an older game reads a journal only up to it. For a new
//! version,
//!
//! 1. raise [`FORMAT_VERSION`] by one, and leave the header of a sector as it is;
//! 2. keep a reader of each old version for the hall of fame and the settings, and read its runs or refuse
//!    them with a sentence;
//! 3. bless a new file in `tests/golden/saves` (`cargo bless` writes missing files there, and
//!    changes no other): every test run loads the saves of all versions.
//!
//! A change of the rules or of generation is no change of the format: the checks detect it, and the
//! app tells the player.

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
