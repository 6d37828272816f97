//! Support for tests: floors as text, scenes set up in a line, what must always hold, goldens.

pub mod app_driver;
pub mod chips;
pub mod cuts;
pub mod emulator;
pub mod fairness;
pub mod fixtures;
pub mod flash;
pub mod floor_cache;
pub mod floor_faults;
pub mod full_floors;
pub mod gba;
pub mod golden;
pub mod invariants;
pub mod layers;
pub mod lockstep;
pub mod map_text;
pub mod meter;
pub mod ocr;
pub mod picture;
pub mod policy_bot;
pub mod program;
pub mod records;
pub mod rulebook;
pub mod same;
pub mod save_now;
pub mod saves;
pub mod scenario;
pub mod screen;
pub mod seeds;
pub mod source;
pub mod tier;
pub mod verbs;
pub mod wine;

pub use invariants::assert_invariants;
pub use map_text::{map_from_text, text_from_game};
pub use scenario::{Run, Scenario, check};
