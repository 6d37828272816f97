//! Bots, which play the game by fixed strategies. The demo behind the title shows one, and the game is balanced by
//! measuring their runs. They decide by what a player sees.

mod bot;
mod choices;
mod habits;
mod observations;
mod plans;
mod probes;
mod remedies;
mod strategy;
mod tools;

pub use bot::Bot;
pub use choices::{Choice, Choices};
pub use strategy::Strategy;
