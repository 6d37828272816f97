//! Bots: players by fixed strategies, for the demo behind the title and for the balance of the tables.
//! Each uses only what a player sees.

mod bot;
mod grafts;
mod observations;
mod probes;
mod strategy;
mod tools;

pub use bot::Bot;
pub use grafts::GraftChoice;
pub use strategy::Strategy;
