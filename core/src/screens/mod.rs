//! The screens, each in its own file. The [`App`](crate::app::App) shows one screen at a time.

mod aim;
mod aim_deed;
mod any_screen;
mod bestiary;
mod build_strip;
mod ending;
mod floor_change;
mod floor_map;
mod graft;
mod hall;
mod help;
mod history;
mod keys;
mod list;
mod locker;
mod look;
mod menu;
mod navigation;
mod new_run;
mod opened;
mod options;
mod pack;
mod pause;
mod pedestal;
mod play_screen;
mod score_page;
mod screen;
mod scrolling_log;
mod targeting;
mod throne_scene;
mod title;
mod training;
mod transition;

pub use transition::ScreenName;

pub(crate) use any_screen::AnyScreen;
pub(crate) use transition::{Destination, Transition};
