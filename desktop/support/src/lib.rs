//! Code that the player's program, the developers' tools and the tests share.
//!
//! - Command lines: a [`failure`] is a sentence and an exit code; a [`seed`] is given or new; [`files`] are read and
//!   written, or fail with a sentence; and the [same file](same_file) is not used for two purposes.
//! - The project as it lies on the disk: its [files](project), the [programs](installed) beside it,
//!   and the compiler that builds it [for Windows](mingw).
//! - [Pictures](picture) as colours, and files for the [loader](uf2) of a handheld.

pub mod failure;
pub mod files;
pub mod installed;
pub mod mingw;
pub mod picture;
pub mod project;
pub mod same_file;
pub mod seed;
pub mod uf2;
