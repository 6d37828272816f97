//! The player's input: [`keys`] and [`pads`] are [`presses`], which a [`key_map`] of [`bindings`] gives a
//! meaning and a [`key_file`] keeps; the [`controls`] bring them together. A [`mouse`] points at tiles.

pub(crate) mod bindings;
pub(crate) mod controls;
pub(crate) mod key_file;
pub(crate) mod key_map;
pub(crate) mod keys;
pub(crate) mod mouse;
pub(crate) mod pads;
pub(crate) mod presses;
