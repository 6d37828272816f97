//! Code that the player's program, the developers' tools and the tests share.
//!
//! - Command lines: a [`failure`] is a sentence and an exit code; a [`seed`] is given or new; [`files`] are read and
//!   written, or fail with a sentence; and no [file](same_file) is used for two purposes.
//! - The project on the disk: its [files](project), the [programs](installed) of this machine, and the compiler that
//!   builds the game [for Windows](mingw).
//! - [Pictures](picture) as colours, and files for the [boot loader](uf2) of a handheld.

pub mod failure;
pub mod files;
pub mod installed;
pub mod mingw;
pub mod picture;
pub mod project;
pub mod same_file;
pub mod seed;
pub mod uf2;
