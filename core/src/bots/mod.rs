//! Bots: players with fixed strategies, for the demo behind the title and for balancing the game. Bots use only what a
//! player sees.

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
