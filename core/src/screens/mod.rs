//! The screens, and the [`App`] that shows one of them at a time.

mod app;
mod settings;

pub use app::{App, Request, ScreenName, Setup};
pub use settings::{HostAbilities, RepeatSpeed, Settings};
