//! The pictures, rooms, sounds, fonts and palette of Mus Rex. The text files in this folder are read when the crate is
//! compiled; `README.md` explains how to edit each of them.
#![no_std]
#![forbid(unsafe_code)]
// Allowed, because the sheets are deliberately read by a long constant evaluation, once per build.
#![allow(long_running_const_eval)]

pub mod creatures;
pub mod endings;
pub mod font;
pub mod grafts;
pub mod interface;
pub mod items;
pub mod kits;
mod listed;
pub mod palette;
pub mod rooms;
pub mod scales;
pub mod sheet;
pub mod sounds;
pub mod terrain;
mod tile;

pub use tile::Tile;
