//! The screens, and the [`App`] that shows one of them at a time.

mod aim;
mod app;
mod autosave;
pub mod damage_log;
mod ending;
mod floor_change;
mod floor_map;
mod hall;
mod help;
mod history;
mod host;
mod keys;
mod lessons;
mod list;
mod look;
mod menu;
mod new_run;
mod options;
mod pack;
mod pause;
mod pedestal;
mod play_screen;
mod play_session;
mod score_page;
mod screen;
mod scrolling_log;
mod state;
mod throne_scene;
mod title;
mod transition;

pub use crate::settings::{FloorView, RepeatSpeed, Settings};
pub use app::App;
pub use host::{HostAbilities, Request, ScreenName, Setup};
