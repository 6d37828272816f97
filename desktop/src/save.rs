//! The player's save: a [`mod@file`] as a flash memory, which a [`writer`] puts on the disk, and a [`handle`] that keeps
//! the game in it.

pub(crate) mod file;
pub(crate) mod handle;
mod writer;
