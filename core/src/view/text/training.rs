//! The tasks in the training rooms (H21).

use super::hints::{diagonals, directions};
use super::message::{Message, Sentence, Tone, plain};
use super::words::training;
use crate::content::Drill;
use crate::controls::{Control, InputScheme};

/// Returns the task in a training room, with its keys. After the last room, `drill` is `None`.
pub fn drill_lines(drill: Option<Drill>, input_scheme: &InputScheme) -> [Sentence; 2] {
    let name = |control| input_scheme.name(control);
    let directions = || directions(input_scheme, 0);
    match drill {
        Some(Drill::Walk) => [plain(training::walk()), training::walk_keys(&directions())],
        Some(Drill::Diagonal) => {
            let keys = if name(Control::UpLeft).is_empty() {
                training::diagonal_hold(name(Control::R))
            } else {
                training::diagonal_keys(&diagonals(input_scheme))
            };
            [plain(training::diagonal()), keys]
        }
        Some(Drill::Explore) => {
            [plain(training::explore()), training::explore_keys(name(Control::Explore))]
        }
        Some(Drill::Map) => {
            [plain(training::map()), training::map_keys(name(Control::Select), name(Control::A))]
        }
        Some(Drill::Look) => [plain(training::look()), training::look_keys(name(Control::L))],
        Some(Drill::Sleeper) => [plain(training::sleeper()), plain(training::sleeper_how())],
        Some(Drill::Door) => [plain(training::door()), plain(training::door_how())],
        Some(Drill::Pack) => {
            [plain(training::pack()), training::pack_keys(name(Control::Pack), name(Control::A))]
        }
        Some(Drill::Wear) => {
            [plain(training::wear()), training::wear_keys(name(Control::Pack), name(Control::A))]
        }
        Some(Drill::Throw) => {
            [plain(training::throw()), training::throw_keys(name(Control::A), name(Control::L))]
        }
        Some(Drill::Bait) => {
            [plain(training::bait()), training::throw_keys(name(Control::A), name(Control::L))]
        }
        Some(Drill::Mark) => [plain(training::mark()), training::mark_how(name(Control::A))],
        Some(Drill::Squeak) => [plain(training::squeak()), plain(training::squeak_how())],
        Some(Drill::Deed) => {
            let (key, confirm) = (name(Control::Deed), name(Control::A));
            [plain(training::deed()), training::deed_keys(key, confirm)]
        }
        None => [plain(training::end()), training::end_keys(name(Control::A))],
    }
}

/// Returns the message that the player has passed a room.
pub fn passed_message(drill: Drill) -> Message {
    let (number, count) = (drill as u32 + 1, u32::try_from(Drill::COUNT).unwrap_or(u32::MAX));
    Message::new(Tone::Good, training::passed(number, count))
}

/// Returns the message that a room begins again, with the reason and what to press. `drill` is `None` if the player died
/// in the room.
pub fn again_message(drill: Option<Drill>, input_scheme: &InputScheme) -> Message {
    let name = |control| input_scheme.name(control);
    let why = match drill {
        None | Some(Drill::Walk | Drill::Diagonal) => plain(training::again()),
        Some(Drill::Explore) => training::again_explore(name(Control::Explore)),
        Some(Drill::Map) => training::again_map(name(Control::Select)),
        Some(Drill::Look) => training::again_look(name(Control::L)),
        Some(Drill::Sleeper) => plain(training::again_sleeper()),
        Some(Drill::Door) => plain(training::again_door()),
        Some(Drill::Pack) => training::again_pack(name(Control::Pack)),
        Some(Drill::Wear) => training::again_wear(name(Control::Pack)),
        Some(Drill::Throw) => training::again_throw(name(Control::L)),
        Some(Drill::Bait) => training::again_bait(name(Control::L)),
        Some(Drill::Mark) => training::again_mark(name(Control::A)),
        Some(Drill::Squeak) => plain(training::again_squeak()),
        Some(Drill::Deed) => training::again_deed(name(Control::Deed)),
    };
    Message { tone: Tone::Warning, text: why }
}

/// Returns the message that answers a wait in a room whose task is not to wait: what to press instead. `None` for the
/// rooms in which waiting is right.
pub(crate) fn instead_message(drill: Drill, input_scheme: &InputScheme) -> Option<Message> {
    let [_, mut how] = drill_lines(Some(drill), input_scheme);
    let is_right = matches!(drill, Drill::Door | Drill::Mark);
    if !how.contains(':') {
        // A line without a key ends like the other lines of the log (H2).
        let _ = how.push('.');
    }
    (!is_right).then_some(Message { tone: Tone::Warning, text: how })
}
