//! Code shared by the player's program, the developer tools and the tests.
//!
//! - Command lines: [`failure`] describes an error by a sentence and an exit code, [`seed`] parses or makes a seed,
//!   [`files`] reads and writes files, and [`same_file`] checks that a command line does not use one file twice.
//! - The project on the disk: its [files](project), the [programs](installed) on this machine, and the compiler that
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
