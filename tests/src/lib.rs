//! Support for tests: floors as text, scenes set up in a line, what must always hold, goldens.

pub mod bot;
pub mod carve;
pub mod chips;
pub mod cuts;
pub mod emulator;
pub mod fairness;
pub mod flash;
pub mod gba;
pub mod golden;
pub mod hands;
pub mod invariants;
pub mod map_text;
pub mod pair;
pub mod performance;
pub mod picture;
pub mod program;
pub mod reader;
pub mod recall;
pub mod saves;
pub mod scenario;
pub mod scene;
pub mod screen;
pub mod seeds;
pub mod source;
pub mod twin;
pub mod walker;

pub use invariants::assert_invariants;
pub use map_text::{map_from_text, text_from_game};
pub use scenario::{Run, Scenario, check};
