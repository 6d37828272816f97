//! Lessons of a first run (H9).

use super::hints::{diagonals, directions};
use super::{Message, Tone};
use crate::content::MonsterKind;
use crate::controls::{Control, InputScheme};
use crate::quantity::Floor;

/// The lessons of a first run, a line each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lesson {
    /// It teaches walking and attacking.
    Walk,
    /// It teaches looking.
    Look,
    /// It teaches exploring.
    Explore,
    /// It names the pack.
    Pack,
    /// It says that flasks and cheese can be thrown.
    Throw,
    /// It teaches resting.
    Rest,
    /// It says why mice come up the stairs (N2).
    Linger,
    /// It says what the number of further messages means, and which screen has them all.
    Log,
    /// It says that the stairs of the arrival lead back (W10).
    Stairs,
    /// It says who pays no experience (N2).
    Latecomer,
    /// It says who does not end exploring (N3).
    Harmless,
    /// It says what an arrow at the edge of the map means.
    EdgeArrow,
    /// It says why it is dark behind a mouse (A8).
    Shadow,
    /// It teaches diagonal steps and blows (T8).
    Diagonal,
    /// It says where exploring does not go by itself (N4).
    Sleepers,
}

impl Lesson {
    /// All lessons, in order.
    pub const ALL: [Lesson; 15] = [
        Lesson::Walk,
        Lesson::Look,
        Lesson::Explore,
        Lesson::Pack,
        Lesson::Throw,
        Lesson::Rest,
        Lesson::Linger,
        Lesson::Log,
        Lesson::Stairs,
        Lesson::Latecomer,
        Lesson::Harmless,
        Lesson::EdgeArrow,
        Lesson::Shadow,
        Lesson::Diagonal,
        Lesson::Sleepers,
    ];
}

/// Returns a lesson with the names of the player's keys. `about` is who is too weak to do harm, for the lesson
/// about it, and `floor` the player's, for that about late mice.
pub fn lesson(
    lesson: Lesson,
    about: Option<MonsterKind>,
    floor: Floor,
    input_scheme: &InputScheme,
) -> Message {
    let name = |control| input_scheme.name(control);
    let message = match lesson {
        Lesson::Walk => {
            message!(Good, "{}: move. Into a mouse: attack it.", directions(input_scheme, 0))
        }
        Lesson::Look => message!(Good, "{}: look around. It costs no turn.", name(Control::L)),
        Lesson::Explore => {
            message!(Good, "{}: explore. It stops at danger.", name(Control::Explore))
        }
        Lesson::Pack => message!(Good, "{}: pack. Use what you find.", name(Control::Pack)),
        Lesson::Throw => message!(Good, "{}: pack. Use it or throw it.", name(Control::Pack)),
        Lesson::Rest => message!(Good, "{}, held: rest until well.", name(Control::A)),
        Lesson::Linger => {
            let turns = floor.spec().reinforcement_turns.unwrap_or_default();
            message!(Good, "Every {turns} turns here, 1 or 2 mice come.")
        }
        Lesson::Sleepers => {
            message!(Good, "{} keeps away from sleeping mice.", name(Control::Explore))
        }
        Lesson::Log => {
            message!(Good, "\"+2\": two more messages. {}: Log", name(Control::Start))
        }
        Lesson::Stairs => message!(Good, "The stairs you came by lead back down."),
        Lesson::Latecomer => message!(Good, "Reinforcements give no XP."),
        Lesson::Harmless => {
            let who = about.map_or("Mouse", |kind| kind.spec().name);
            message!(Good, "{who}: harmless. {}: go on", name(Control::Explore))
        }
        Lesson::EdgeArrow => message!(Good, "Edge arrow: a mouse. Red: it is awake."),
        Lesson::Shadow => message!(Good, "You can't see past a mouse. Mice can."),
        Lesson::Diagonal => {
            message!(Good, "{}: diagonal. Mice do it, too.", diagonals(input_scheme))
        }
    };
    message.expect("it is said")
}
