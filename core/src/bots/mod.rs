//! Bots play the game by fixed strategies. The demo behind the title screen shows a bot, and measurements of bots' runs
//! serve to balance the game. The decisions of bots use only what a player can see.

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
