//! Defines the data of the rules: tables (monsters, items, statuses and so on) and numbers. The comment of a number
//! gives its unit and, in most cases, the id of its rule. Capacities are in [`limits`](crate::limits).
//!
//! To add a kind or a status, add an enum value and its row. The compiler then reports each file that does not handle
//! the new value yet. Most counts and lists are computed from the enum and its table.

/// Makes the table of a [`listed_enum`](musrex_assets::listed_enum): an array with a row for each value, in the order
/// of the values. The macro writes the rows as the arms of a `match`, so the compiler reports a value without a row.
macro_rules! table {
    ($name:ident, $row:ident, |$value:ident| $rows:expr) => {{
        const fn row($value: $name) -> $row {
            $rows
        }
        let mut table = [const { row($name::ALL[0]) }; $name::COUNT];
        let mut line = 1;
        while line < $name::COUNT {
            table[line] = row($name::ALL[line]);
            line += 1;
        }
        table
    }};
}

pub mod effects;
pub mod feats;
pub mod firmware;
pub(crate) mod fixtures;
pub mod floors;
pub mod grafts;
pub mod items;
pub(crate) mod kits;
pub mod monsters;
pub mod nights;
pub(crate) mod noise;
pub mod places;
pub mod player;
pub mod rooms;
pub mod sounds;
pub(crate) mod spills;
pub mod statuses;
pub(crate) mod throne;
pub mod tower;
pub(crate) mod training;

pub use feats::{Feat, Feats};
pub use firmware::Firmware;
pub use grafts::Graft;
pub use items::{Bonus, ItemKind, ItemSpec, Label, PotionColour, Slot};
pub use kits::Kit;
pub use monsters::{MonsterKind, MonsterSpec};
pub use nights::Night;
pub use places::PlaceKind;
pub use sounds::{Cue, SongName};
pub use spills::SpillKind;
pub use statuses::{Status, StatusSpec};
pub use training::Drill;
