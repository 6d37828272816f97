//! The player's input. [`keys`] and [`pads`] produce [`presses`]. A [`key_map`] of [`bindings`] assigns the presses to
//! controls, and a [`key_file`] stores the map. The [`controls`] combine all of these. The [`mouse`] points at tiles.

pub(crate) mod bindings;
pub(crate) mod controls;
pub(crate) mod key_file;
pub(crate) mod key_map;
pub(crate) mod keys;
pub(crate) mod mouse;
pub(crate) mod pads;
pub(crate) mod presses;
