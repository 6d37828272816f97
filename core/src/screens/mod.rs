//! The screens, and the [`App`] that shows one of them at a time.

pub mod animation;
mod app;
mod death;
mod floor_change;
mod menu;
pub mod message_log;
mod options;
mod play;
mod settings;
mod title;

pub use app::{App, Request, ScreenName, Setup};
pub use settings::{HostAbilities, RepeatSpeed, Settings};
