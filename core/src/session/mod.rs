//! The state that all screens share: the game and its display, the settings, the hall of fame, and pending saves.

pub(crate) mod autosave;
pub mod damage_log;
mod host;
pub(crate) mod lessons;
pub(crate) mod play_session;
mod state;
pub(crate) mod training;

pub use host::{HostAbilities, Request, Setup};

pub(crate) use state::{AppState, PackAction, RunPhase, start_demo};
