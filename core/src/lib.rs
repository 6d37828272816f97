//! The portable part of Mus Rex, a turn-based roguelike: its rules, floors, pictures and screens. It runs on machines
//! from a desktop computer to a Game Boy Advance.
//!
//! The core blocks only while the flash of the host blocks. The core never reads a clock, never touches a device and
//! allocates nothing. Buttons go in; pictures and requests come out. The modules, in reading order:
//!
//! - [`limits`], [`quantity`], [`geometry`], [`dice`]: the capacities, numbers, positions and dice that most modules
//!   use; [`input`]: the ten buttons; [`chords`] and [`controls`]: the buttons and keys of a host; [`seed`]: seeds and
//!   days; [`settings`]: the options of the player.
//! - [`poll`] runs futures without an executor; `bits` packs numbers into few bits.
//! - [`content`]: the tables of monsters, items, statuses and floors.
//! - [`world`]: the state of a game. A save holds exactly one [`Game`].
//! - [`worldgen`]: generates floors from the seed and the number of the floor, and validates each floor.
//! - [`rules`]: the turn. Only [`Game::step`] and its variant [`Game::step_and_look`] play turns.
//! - [`bots`]: players with fixed strategies, for the title and for balancing the game.
//! - [`save`]: the save on flash, with its records and the journal of turns.
//! - [`replay`]: recordings of runs.
//! - [`raster`]: the frame, its palette and the blit kernels. The module does not depend on the game.
//! - [`view`]: draws the map, the status line and the animation, and composes every sentence that the player reads.
//! - [`sound`]: the effects and songs, the sound player and the synthesizer.
//! - [`session`]: the state that all screens share; `screens`: the screens, one file each.
//! - [`app`]: the [`App`], which shows one screen at a time, from the title to the end of a run.
//! - [`host`]: the duties of the program around the core. **To port the game, begin there.**
//!
//! Each module uses only modules that come before it in this list. `tests/tests/house/layers.rs` checks this order.
//!
//! ```
//! use musrex_core::{Command, Events, Game, Outcome};
//!
//! let mut game = Game::new(0xC0FFEE);
//! let mut events = Events::new();
//! for _ in 0..10 {
//!     assert_eq!(game.step(Command::Wait, &mut events), Ok(Outcome::Playing));
//! }
//! assert_eq!(game.turn().0, 10);
//! ```
#![no_std]
#![forbid(unsafe_code)]

// The unit tests include a file of the crate `tests`. This file refers to the core by the name `musrex_core`.
#[cfg(test)]
extern crate self as musrex_core;
#[cfg(test)]
extern crate std;

pub mod app;
mod bits;
pub mod bots;
pub mod chords;
pub mod content;
pub mod controls;
pub mod dice;
pub mod geometry;
pub mod host;
pub mod input;
pub mod limits;
pub mod poll;
pub mod quantity;
pub mod raster;
pub mod replay;
pub mod rules;
pub mod save;
pub(crate) mod screens;
pub mod seed;
pub mod session;
pub mod settings;
pub mod sound;
#[cfg(test)]
mod tests;
pub mod view;
pub mod world;
pub mod worldgen;

pub use app::App;
pub use geometry::{Direction, Pos};
pub use musrex_assets::listed_enum;
pub use quantity::Floor;
pub use rules::{Command, Event, Events, Refusal};
pub use world::{Game, Outcome};
