//! Lessons of a first run (H9).

use super::hints::{diagonals, directions, pack_key};
use super::message::{Message, Tone};
use super::words::{Noun, lesson as words, name::some_mouse};
use crate::content::ItemKind;
use crate::controls::{Control, InputScheme};
use musrex_assets::listed_enum;

listed_enum! {
    /// The lessons of a first run, one line each. [`Deed`](Lesson::Deed) is given in later runs, too.
    pub enum Lesson {
        /// Teaches walking and attacking.
        Walk,
        /// Teaches looking.
        Look,
        /// Teaches exploring.
        Explore,
        /// Names the pack.
        Pack,
        /// Teaches that flasks and cheese can be thrown.
        Throw,
        /// Explains how wounds heal (N1, B13).
        Wounds,
        /// Explains the number of further messages, and names the screen with all messages.
        Log,
        /// Names a healing item when few hit points are left (I).
        Remedy,
        /// Teaches that the stairs beside the arrival lead back (W10).
        Stairs,
        /// Teaches that a harmless enemy does not stop exploring (N3).
        Harmless,
        /// Explains an arrow at the edge of the map.
        EdgeArrow,
        /// Teaches that a mouse hides the tiles behind it (A8).
        Shadow,
        /// Teaches diagonal steps and blows (T8).
        Diagonal,
        /// Teaches that exploring avoids sleepers (N4).
        Sleepers,
        /// Names the levels that offer grafts (B16).
        Grafts,
        /// Names the key that does the deed of the chip just put on (I14).
        Deed,
        /// Explains the red stripes of the hp bar (H1).
        Coming,
        /// Explains which blows a lid does not stop (M15).
        Lid,
        /// Explains the green stripes of the hp bar (B13).
        Gain,
        /// Explains what a Key opens (W17).
        Key,
        /// Explains where to use an Override Chip (I10).
        Override,
        /// Warns that a mouse is about to squeak (S4).
        Squeak,
        /// Tells to plug in a microchip (I3).
        Chip,
    }
}

/// Returns a lesson with the names of the player's keys. `about` is the harmless enemy or the healing item that the
/// lesson names. For the lesson about throwing, `about` is the cheese that can be thrown, or `None` if a flask can be
/// thrown. `has_deed` is true if the worn chip has a deed, which may take over a button of the pack (I14).
pub fn lesson(
    lesson: Lesson,
    about: Option<Noun>,
    has_deed: bool,
    input_scheme: &InputScheme,
) -> Message {
    let name = |control| input_scheme.name(control);
    let explore = name(Control::Explore);
    let pack = pack_key(input_scheme, has_deed);
    let message = match lesson {
        Lesson::Walk => message!(Good, words::walk(&directions(input_scheme, 0))),
        Lesson::Look => message!(Good, words::look(name(Control::L))),
        Lesson::Explore => message!(Good, words::explore(explore)),
        Lesson::Pack => message!(Good, words::pack(pack)),
        Lesson::Throw if about.is_some() => message!(Good, words::throw_cheese(pack)),
        Lesson::Throw => message!(Good, words::throw(pack)),
        Lesson::Wounds => message!(Good, words::wounds()),
        Lesson::Remedy => {
            message!(Good, words::remedy(about.unwrap_or(ItemKind::HealthPack.into()), pack))
        }
        Lesson::Coming => message!(Good, words::coming()),
        Lesson::Sleepers => message!(Good, words::sleepers()),
        Lesson::Grafts => message!(Good, words::grafts()),
        Lesson::Log => message!(Good, words::log(name(Control::Start))),
        Lesson::Stairs => message!(Good, words::stairs()),
        Lesson::Harmless => {
            let who = about.map_or(some_mouse(), Noun::name);
            message!(Good, words::harmless(who, explore))
        }
        Lesson::EdgeArrow => message!(Good, words::edge_arrow()),
        Lesson::Shadow => message!(Good, words::shadow()),
        Lesson::Deed => {
            let deed = name(Control::Deed);
            let had_pack = input_scheme.names(Control::Pack).contains(&deed);
            let line = if had_pack { words::deed_not_pack(deed, pack) } else { words::deed(deed) };
            message!(Good, line)
        }
        Lesson::Gain => message!(Good, words::gain()),
        Lesson::Key => message!(Good, words::key()),
        Lesson::Override => message!(Good, words::tame()),
        Lesson::Chip => message!(Good, words::chip(pack)),
        Lesson::Squeak => message!(Good, words::squeak()),
        Lesson::Lid => message!(Good, words::lid(&diagonals(input_scheme))),
        Lesson::Diagonal => message!(Good, words::diagonal(&diagonals(input_scheme))),
    };
    message.expect("it is said")
}
