//! Names of buttons, hints on what they do, and questions.

use super::names::label_name;
use super::{Message, Sentence, Tone};
use crate::content::Label;
use crate::controls::{Control, InputScheme};
use crate::seed::Date;
use crate::world::{RunMode, Terrain};

/// Returns the action of each button, with the names of this input scheme.
pub fn controls(input_scheme: &InputScheme) -> [(Sentence, &'static str); 10] {
    let (name, names) =
        (|control| input_scheme.name(control), |control| names(input_scheme, control));
    let directions = directions(input_scheme, 0);
    let diagonals = (diagonals(input_scheme), "walk, hit diagonally");
    let mut all_directions = directions.clone();
    let others = self::directions(input_scheme, 1);
    if !others.is_empty() && all_directions.push_str(", ").is_ok() {
        let _ = all_directions.push_str(&others);
    }
    [
        (all_directions, "walk; into it: hit, use"),
        diagonals,
        (sentence!("{} + {directions}", name(Control::Dash)), "run until there is news"),
        (names(Control::A), "wait a turn; held: rest"),
        (names(Control::L), "look; again: next thing"),
        (names(Control::Explore), "explore, go to stairs"),
        (names(Control::Select), "map: go to a place"),
        (names(Control::Pack), "pack: use, wear, throw"),
        (names(Control::Start), "menu: log, options"),
        (sentence!("{}, {}", name(Control::A), name(Control::B)), "in lists: choose, back"),
    ]
}

/// Returns the names of a control's keys, as many as fit a column of the controls.
fn names(input_scheme: &InputScheme, control: Control) -> Sentence {
    let mut text = Sentence::new();
    for name in input_scheme.names(control) {
        let length = text.chars().count() + name.chars().count();
        if length < COLUMN_LETTERS && (text.is_empty() || text.push_str(", ").is_ok()) {
            // A longer text is cut.
            let _ = text.push_str(name);
        }
    }
    text
}

/// The letters of a column of the controls.
const COLUMN_LETTERS: usize = 16;
/// The most letters of the names of the directions' keys.
const DIRECTIONS_LETTERS: usize = 10;

/// Returns the names of the directions' keys, the first ones or the second ones: one name when it is that of all, and
/// other words for names that are too long.
pub(super) fn directions(input_scheme: &InputScheme, which: usize) -> Sentence {
    let name = |control| input_scheme.names(control).get(which).copied().unwrap_or("");
    let names = joined([Control::Up, Control::Left, Control::Down, Control::Right].map(name));
    if names.chars().count() > DIRECTIONS_LETTERS { sentence!("your keys") } else { names }
}

/// Returns the names of the keys of diagonal steps, or of what is held for them and of the directions.
pub(super) fn diagonals(input_scheme: &InputScheme) -> Sentence {
    let name = |control| input_scheme.name(control);
    if name(Control::UpLeft).is_empty() {
        return sentence!("{} + {}", name(Control::R), directions(input_scheme, 0));
    }
    let controls = [Control::UpLeft, Control::UpRight, Control::DownLeft, Control::DownRight];
    joined(controls.map(name))
}

/// Joins four names: letters as they are, words with spaces, and four equal ones as one.
fn joined(names: [&str; 4]) -> Sentence {
    let mut text = Sentence::new();
    let gap = if names.iter().all(|name| name.chars().count() <= 1) { "" } else { " " };
    let count = if names.iter().all(|name| *name == names[0]) { 1 } else { names.len() };
    for (index, name) in names.into_iter().take(count).enumerate() {
        // A longer text is cut.
        let _ = text.push_str(if index == 0 { "" } else { gap });
        let _ = text.push_str(name);
    }
    text
}

/// Returns the choices after a run.
pub fn after_a_run(input_scheme: &InputScheme) -> Sentence {
    let [open, begin, back] =
        [Control::A, Control::Start, Control::B].map(|control| input_scheme.name(control));
    sentence!("{open}: open  {begin}: new run  {back}: title")
}

/// Returns the hints of the hall of fame from the title.
pub fn hall_hint(input_scheme: &InputScheme) -> Sentence {
    let [confirm, back] = [Control::A, Control::B].map(|control| input_scheme.name(control));
    sentence!("{confirm}: open  {back}: back")
}

/// Returns the hints of a row of the hall of fame whose run can be watched.
pub fn watch_hint(input_scheme: &InputScheme) -> Sentence {
    let [confirm, back] = [Control::A, Control::B].map(|control| input_scheme.name(control));
    sentence!("{confirm}: watch  {back}: back")
}

/// Returns the hints of the keys on which a seed is typed.
pub fn seed_hint(input_scheme: &InputScheme) -> Sentence {
    let [done, back] = [Control::Start, Control::B].map(|control| input_scheme.name(control));
    sentence!("{done}: done  {back}: delete")
}

/// Returns the hints of the look mode.
pub fn look_hint(input_scheme: &InputScheme) -> Sentence {
    let [next, back] = [Control::L, Control::B].map(|control| input_scheme.name(control));
    sentence!("{next}: next  {back}: back")
}

/// Returns the hints of the log.
pub fn log_hint(input_scheme: &InputScheme) -> Sentence {
    sentence!("← →: page  {}: back", input_scheme.name(Control::B))
}

/// Returns the hint that leaves a page.
pub fn back_hint(input_scheme: &InputScheme) -> Sentence {
    sentence!("{}: back", input_scheme.name(Control::B))
}

/// Returns the hint that more is to be told, with the name of the confirm button.
pub fn more_hint(confirm: &str) -> Sentence {
    sentence!("{confirm}: more")
}

/// Returns the hint that closes a page of text.
pub fn go_on(input_scheme: &InputScheme) -> Sentence {
    sentence!("{}: go on", input_scheme.name(Control::A))
}

/// Returns the hint that starts the walk to the landmark chosen on the map.
pub fn go_there(input_scheme: &InputScheme) -> Sentence {
    sentence!("{}: go there", input_scheme.name(Control::A))
}

/// Returns the hints of the map: to show a part of the floor larger, or the whole of it again, and to leave it.
pub fn zoom_hint(input_scheme: &InputScheme, is_zoomed: bool) -> Sentence {
    let action = if is_zoomed { "whole" } else { "zoom" };
    let [zoom, back] = [Control::L, Control::B].map(|control| input_scheme.name(control));
    sentence!("{zoom}: {action}  {back}: back")
}

/// Returns the heading of the aim mode, where `has_other` is true with the button that takes another thing.
pub fn throw_heading(label: Label, has_other: bool, input_scheme: &InputScheme) -> Sentence {
    let (name, other) = (label_name(label), input_scheme.name(Control::Select));
    match has_other {
        true => sentence!("Throw the {name}  {other}: other"),
        false => sentence!("Throw the {name}"),
    }
}

/// Returns the hints of the aim mode.
pub fn aim_hints(input_scheme: &InputScheme) -> Sentence {
    let [confirm, next, back] =
        [Control::A, Control::L, Control::B].map(|control| input_scheme.name(control));
    sentence!("{confirm}: throw  {next}: next  {back}: back")
}

/// Returns the hint of the look mode that a press aims this (I6).
pub fn throw_offer(input_scheme: &InputScheme, label: Label) -> Sentence {
    sentence!("{}: throw {}", input_scheme.name(Control::A), label_name(label))
}

/// Returns the reason why the look mode throws nothing (I6).
pub fn nothing_to_throw(is_pack_empty: bool) -> Message {
    let message = match is_pack_empty {
        true => message!(Normal, "You carry nothing to throw at it."),
        false => message!(Normal, "To throw: choose a thing in the pack."),
    };
    message.expect("it is said")
}

/// Returns the hints of a pedestal: how to take its item, where it can be taken, and how to leave.
pub fn pedestal_hints(input_scheme: &InputScheme, can_take: bool) -> Sentence {
    let [confirm, back] = [Control::A, Control::B].map(|control| input_scheme.name(control));
    match can_take {
        true => sentence!("{confirm}: take  {back}: leave"),
        false => sentence!("{back}: leave"),
    }
}

/// Returns what the player chooses keys for, as a line of the list.
pub const fn control_label(control: Control) -> &'static str {
    match control {
        Control::Up => "Up",
        Control::Down => "Down",
        Control::Left => "Left",
        Control::Right => "Right",
        Control::UpLeft => "Up left",
        Control::UpRight => "Up right",
        Control::DownLeft => "Down left",
        Control::DownRight => "Down right",
        Control::A => "Wait, choose",
        Control::B => "Back",
        Control::L => "Look",
        Control::Explore => "Explore",
        Control::Select => "Map",
        Control::Pack => "Pack",
        Control::Start => "Menu",
        Control::Dash => "Dash, held",
        Control::R => "Diagonals, held",
    }
}

/// The word beside a control that waits for its key.
pub const PRESS_A_KEY: &str = "press it now";

/// The lines below the list of keys.
pub const KEYS_LINES: [&str; 2] = ["Press a key to add it.", "Press it again to remove it."];

/// The warning before an item is taken from a pedestal (W17).
pub const SEALS_LINE: &str = "Taking it seals the others.";

/// The reason why nothing is taken from a pedestal.
pub const FULL_PACK_LINE: &str = "Your pack is full.";

/// The hint on a pedestal that is out of reach.
pub const FAR_PEDESTAL_LINE: &str = "Step next to it to take it.";

/// The lines of an empty pack.
pub const EMPTY_PACK_LINES: [&str; 2] = ["Nothing but lint.", "Walk onto things to pick them up."];

/// The word for the player in the legend of the map.
pub const LEGEND_YOU: &str = "you";

/// The word for the ally in the legend of the map.
pub const LEGEND_ALLY: &str = "ally";

/// The word for items in the legend of the map.
pub const LEGEND_ITEM: &str = "item";

/// The word for monsters in the legend of the map.
pub const LEGEND_MOUSE: &str = "mouse";

/// Returns the word for a terrain in the legend of the map; none for what it leaves out.
pub const fn legend_word(terrain: Terrain) -> &'static str {
    match terrain {
        Terrain::StairsUp => "up",
        Terrain::StairsDown => "down",
        Terrain::DoorClosed => "door",
        Terrain::DoorLocked => "locked",
        Terrain::VentOpen => "vent",
        Terrain::Terminal => "terminal",
        Terrain::CableLive => "cable",
        Terrain::Water => "water",
        Terrain::CageShut => "cage",
        Terrain::Switch => "switch",
        _ => "",
    }
}

/// The name of the nearest unexplored place on the map.
pub const UNEXPLORED: &str = "Unexplored ahead";

/// The line of a map without landmarks.
pub const NO_LANDMARKS: &str = "No landmarks yet.";

/// The heading of the choice of a run.
pub const NEW_RUN_HEADING: &str = "Choose a run";

/// The heading of the keys on which a seed is typed.
pub const SEED_HEADING: &str = "Type a seed";

/// The lines below these keys.
pub const SEED_LINES: [&str; 2] = ["A number, or 0x and", "hexadecimal digits."];

/// The lines about the conducts, before a run begins (H7).
pub const CONDUCT_LINES: [&str; 2] =
    ["Extra goals: never wait, no override,", "5,000 turns, 80 kills at most."];

/// The line about a tower by chance.
pub const CHANCE_LINE: &str = "A tower that nobody has seen.";

/// The line about a typed seed.
pub const SAME_SEED_LINE: &str = "The same seed, the same tower.";

/// The line about the run of the day while it counts (H8).
pub const DAILY_LINE: &str = "One score a day: this run counts.";

/// The line about the run of a day that was begun before (H8).
pub const PRACTICE_LINE: &str = "You played it before: practice only.";

/// The line about the normal difficulty.
pub const USUAL_NIGHT_LINE: &str = "Normal damage.";

/// The line about the calm difficulty (A19).
pub const CALM_LINE: &str = "You take half damage.";

/// Returns what the choice of a run calls the seed of a day.
pub fn of_day(day: Date) -> Sentence {
    const MONTHS: [&str; 12] =
        ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    let (_, month, day) = day.parts();
    let month = MONTHS.get(usize::from(month).saturating_sub(1)).unwrap_or(&"");
    sentence!("daily ({month} {day})")
}

/// Returns what the choice of a run calls a seed that is not the player's.
pub fn by_chance() -> Sentence {
    sentence!("random")
}

/// Returns what the choice of a run calls the player's seed.
pub fn by_seed() -> Sentence {
    sentence!("typed")
}

/// Returns the messages about the rules that a run begins with (A19, H8).
pub fn of_mode(mode: RunMode) -> impl Iterator<Item = Message> {
    let calm = message!(Good, "Difficulty calm: you take half damage.");
    let daily = match mode.is_practice() {
        true => message!(Warning, "Practice: this run leaves no score."),
        false => message!(Normal, "The daily run. Its score counts."),
    };
    let daily = daily.filter(|_| mode.is_daily());
    daily.into_iter().chain(calm.filter(|_| mode.is_calm()))
}

/// The line of an empty hall of fame.
pub const EMPTY_HALL: &str = "Nobody has dared yet.";

/// The heading of the list of buttons.
pub const CONTROLS_HEADING: &str = "Controls";

/// Returns which of the pages of help is shown, with an arrow on each side where there is another.
pub fn page_hint(page: usize, pages: usize) -> Sentence {
    let back = if page > 1 { "← " } else { "" };
    let onward = if page < pages { " →" } else { "" };
    sentence!("{back}{page}/{pages}{onward}")
}

/// The hints below the list of buttons.
pub const GOOD_TO_KNOW: [&str; 2] =
    ["Wounds close slowly by themselves.", "Stay long, and more mice come."];

/// A question before something is lost, and the consequence of saying yes.
pub type Question = [&'static str; 2];

/// Returns the answers to a question: first the one that loses nothing.
pub fn answers(question: Question) -> [&'static str; 2] {
    match question {
        super::ASK_OVERWRITE => ["Play without saving", "Overwrite it"],
        _ => ["No", "Yes"],
    }
}

/// Asks before the player's own keys are lost.
pub const ASK_DEFAULT_KEYS: Question = ["Back to the default keys?", "Your own keys are lost."];

/// Asks before the player gives up a run.
pub const GIVE_UP: Question = ["Give up?", "The run is lost. No score is kept."];

/// Returns the message that the gamepad in use is gone.
pub fn lost_pad() -> Message {
    message!(Warning, "The gamepad is gone. The keyboard works.").expect("it is said")
}
