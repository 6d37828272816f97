//! Defines what the rules work on, as tables: every number that may be tuned stands in one of them.
//!
//! To add a row is to add an enum value and its line in the table; a check made at compile time
//! sees to it that line i is value i.

pub mod floors;
pub mod items;
pub mod monsters;
pub mod statuses;

pub use items::{Bonus, ItemKind, ItemSpec, Label, PotionColour, Slot};
pub use monsters::{MonsterKind, MonsterSpec};
pub use statuses::{Status, StatusSpec};
