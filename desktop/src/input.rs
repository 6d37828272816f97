//! The player's input. [`keys`] and [`pads`] produce [`presses`]. A [`key_map`] of [`bindings`] gives them a meaning,
//! and a [`key_file`] stores the map. The [`controls`] bring all of this together. A [`mouse`] points at tiles.

pub(crate) mod bindings;
pub(crate) mod controls;
pub(crate) mod key_file;
pub(crate) mod key_map;
pub(crate) mod keys;
pub(crate) mod mouse;
pub(crate) mod pads;
pub(crate) mod presses;
