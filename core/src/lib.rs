//! Mus Rex.
#![no_std]
#![forbid(unsafe_code)]

pub mod content;
pub mod dice;
pub mod geometry;
pub mod limits;
pub mod quantity;
pub mod rules;
pub mod save;
pub mod world;
pub mod worldgen;

pub use world::Game;
