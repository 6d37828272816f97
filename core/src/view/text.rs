//! Chooses the sentence for each fact that the rules report, and fills the sentence's placeholders. The sentences
//! themselves are in `assets/text/en.txt`.
//!
//! Each module below covers one topic. This module re-exports their items, except the functions of `words`.

#[macro_use]
mod message;

mod bestiary;
mod descriptions;
mod endings;
mod events;
mod grafts;
mod guide;
mod hints;
mod lessons;
mod names;
mod questions;
mod saves;
mod training;
pub(crate) mod words;

pub use bestiary::*;
pub use descriptions::*;
pub use endings::*;
pub use events::*;
pub use grafts::*;
pub use guide::*;
pub use hints::*;
pub use lessons::*;
pub use message::*;
pub use names::*;
pub(crate) use questions::*;
pub use saves::*;
pub use training::*;
pub use words::Noun;
