//! Implements the rules of the game: turns, and everything that happens in a turn.

mod ai;
mod ally;
mod bends;
pub mod combat;
pub(crate) mod command;
mod deeds;
pub mod event;
pub mod experience;
pub mod firmware;
mod fixtures;
mod foresight;
mod grafts;
mod inventory;
mod killer;
mod lockers;
mod monster_turns;
mod movement;
mod new_game;
mod noise;
mod spills;
mod stairs;
pub mod status;
mod steps;
mod throne;
pub(crate) mod throwing;
mod training;
pub mod travel;
mod turn;
mod vents;

pub use command::{Command, Refusal};
pub use event::{Actor, AllyEnd, Event, Events, Reward, TerminalResult};

pub(crate) use training::Aside;
