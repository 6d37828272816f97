//! Holds what the player's program, the tools of developers and the tests share.
//!
//! - Command lines: a [`failure`] is a sentence and an exit code, a [`seed`] is a number or a new one,
//!   [`files`] are read and written or fail with a sentence, and no file is named for [two things](same_file).
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
