//! Names of buttons, and hints about their actions.

use super::message::{Message, Sentence, Tone, plain};
use super::words::{
    control, controls, event, firmware, hint, look, map, month, new_run, night, refusal, terrain,
};
use crate::content::{Firmware, Label, Night};
use crate::controls::{Control, InputScheme};
use crate::rules::Refusal;
use crate::seed::Date;
use crate::world::{RunMode, Terrain};

/// The number of lines that list the controls.
pub(crate) const CONTROLS: usize = 12;

/// Returns the action of each button, with the names of this input scheme.
pub fn controls(input_scheme: &InputScheme) -> [(Sentence, &'static str); CONTROLS] {
    let (name, names) =
        (|control| input_scheme.name(control), |control| names(input_scheme, control, ""));
    let directions = directions(input_scheme, 0);
    // If the button for the deed also opens the pack when no chip can be used, one line describes both actions.
    let shared = Some(name(Control::Deed)).filter(|&deed| deed == name(Control::Pack));
    let pack = self::names(input_scheme, Control::Pack, shared.unwrap_or_default());
    let deed = if shared.is_some() { controls::deed_or_pack() } else { controls::deed() };
    let has_keys = !name(Control::UpLeft).is_empty();
    let to = if has_keys { controls::four_diagonals() } else { controls::diagonal() };
    let diagonals = (diagonals(input_scheme), to);
    let mut all_directions = directions.clone();
    let others = self::directions(input_scheme, 1);
    if !others.is_empty() && all_directions.push_str(", ").is_ok() {
        let _ = all_directions.push_str(&others);
    }
    [
        (all_directions, controls::walk_1()),
        (Sentence::new(), controls::walk_2()),
        diagonals,
        (controls::with(name(Control::Dash), &directions), controls::dash()),
        (names(Control::A), controls::wait()),
        (names(Control::L), controls::look()),
        (names(Control::Explore), controls::explore()),
        (names(Control::Select), controls::map()),
        (pack, controls::pack()),
        (names(Control::Deed), deed),
        (names(Control::Start), controls::menu()),
        (controls::two(name(Control::A), name(Control::B)), controls::lists()),
    ]
}

/// Returns as many names of a control's keys as fit a column of the controls. Leaves out the name `without`.
fn names(input_scheme: &InputScheme, control: Control, without: &str) -> Sentence {
    let mut text = Sentence::new();
    for name in input_scheme.names(control).iter().filter(|name| **name != without) {
        let length = text.chars().count() + name.chars().count();
        if length < COLUMN_LETTERS && (text.is_empty() || text.push_str(", ").is_ok()) {
            // A name that does not fit is left out.
            let _ = text.push_str(name);
        }
    }
    text
}

/// The number of letters that fit into a column of the controls.
const COLUMN_LETTERS: usize = 13;
/// The most letters in the names of the direction keys; longer names are not shown.
const DIRECTIONS_LETTERS: usize = 10;

/// Returns the names of the direction keys in the scheme's set `which`, 0 or 1. If all names are equal, returns a
/// single name. If the names are too long, returns other words.
pub(super) fn directions(input_scheme: &InputScheme, which: usize) -> Sentence {
    let name = |control| input_scheme.names(control).get(which).copied().unwrap_or("");
    let names = joined([Control::Up, Control::Left, Control::Down, Control::Right].map(name));
    if names.chars().count() > DIRECTIONS_LETTERS { plain(controls::your_keys()) } else { names }
}

/// Returns the names of the keys for diagonal steps, or of the key that is held together with directions.
pub(super) fn diagonals(input_scheme: &InputScheme) -> Sentence {
    let name = |control| input_scheme.name(control);
    if name(Control::UpLeft).is_empty() {
        return controls::with(name(Control::R), &directions(input_scheme, 0));
    }
    let controls = [Control::UpLeft, Control::UpRight, Control::DownLeft, Control::DownRight];
    joined(controls.map(name))
}

/// Joins four names: single letters without spaces, and words with spaces. Four equal names become one.
fn joined(names: [&str; 4]) -> Sentence {
    let mut text = Sentence::new();
    let gap = if names.iter().all(|name| name.chars().count() <= 1) { "" } else { " " };
    let count = if names.iter().all(|name| *name == names[0]) { 1 } else { names.len() };
    for (index, name) in names.into_iter().take(count).enumerate() {
        // A name that does not fit is left out.
        let _ = text.push_str(if index == 0 { "" } else { gap });
        let _ = text.push_str(name);
    }
    text
}

/// Returns the choices after a run.
pub fn after_a_run(input_scheme: &InputScheme) -> Sentence {
    let [open, begin] = [Control::A, Control::Select].map(|control| input_scheme.name(control));
    hint::after_a_run(open, begin)
}

/// Returns the hints of a screen about the confirm button and the way back.
pub(super) fn with_confirm_and_back(
    input_scheme: &InputScheme,
    hint: impl Fn(&str, &str) -> Sentence,
) -> Sentence {
    hint(input_scheme.name(Control::A), input_scheme.name(Control::B))
}

/// Returns the hints of the hall of fame, except at the end of a run.
pub(crate) fn hall_hint(input_scheme: &InputScheme) -> Sentence {
    with_confirm_and_back(input_scheme, hint::hall)
}

/// Returns the hints of an empty hall of fame.
pub(crate) fn empty_hall_hint(input_scheme: &InputScheme) -> Sentence {
    hint::hall_empty(input_scheme.name(Control::B))
}

/// Returns the hints of a row of the hall of fame whose run can be watched.
pub(crate) fn watch_hint(input_scheme: &InputScheme) -> Sentence {
    with_confirm_and_back(input_scheme, hint::watch)
}

/// Returns the hints of the keyboard on which a seed is typed.
pub(crate) fn seed_hint(input_scheme: &InputScheme) -> Sentence {
    let [done, back] = [Control::Start, Control::B].map(|control| input_scheme.name(control));
    hint::seed(done, back)
}

/// Returns the hints of the look mode. If `has_page` is true, the bestiary has a page about the selected monster, and
/// the hints include the button that opens this page.
pub(crate) fn look_hint(input_scheme: &InputScheme, has_page: bool) -> Sentence {
    let [page, next, back] =
        [Control::Select, Control::L, Control::B].map(|control| input_scheme.name(control));
    if has_page { hint::look_page(page, next, back) } else { hint::look(next, back) }
}

/// Returns the hints of the log.
pub(crate) fn log_hint(input_scheme: &InputScheme) -> Sentence {
    hint::log(input_scheme.name(Control::B))
}

/// Returns the hint for leaving a page.
pub(crate) fn back_hint(input_scheme: &InputScheme) -> Sentence {
    hint::back(input_scheme.name(Control::B))
}

/// Returns the hints of the page about kits.
pub(crate) fn kits_hint(input_scheme: &InputScheme) -> Sentence {
    hint::kits(input_scheme.name(Control::B))
}

/// Returns the hint of the title's list.
pub(crate) fn title_hint(input_scheme: &InputScheme) -> Sentence {
    hint::title(input_scheme.name(Control::A))
}

/// Returns the hints of a list whose rows can be opened.
pub(crate) fn choose_hint(input_scheme: &InputScheme) -> Sentence {
    with_confirm_and_back(input_scheme, hint::choose_row)
}

/// Returns the hints of the row that begins a new run.
pub(crate) fn begin_hint(input_scheme: &InputScheme) -> Sentence {
    with_confirm_and_back(input_scheme, hint::begin_row)
}

/// Returns the hints of the row on which a seed is typed.
pub(crate) fn type_hint(input_scheme: &InputScheme) -> Sentence {
    with_confirm_and_back(input_scheme, hint::type_row)
}

/// Returns the hint that there is more to read, with the name of the confirm button.
pub(crate) fn more_hint(confirm: &str) -> Sentence {
    hint::more(confirm)
}

/// Returns the words about the number of hidden messages in the log (H2).
pub(crate) fn hidden_lines(count: usize) -> Sentence {
    hint::hidden(u32::try_from(count).unwrap_or(u32::MAX))
}

/// Returns the same words as [`hidden_lines`] in fewer letters.
pub(crate) fn hidden_lines_short(count: usize) -> Sentence {
    hint::hidden_short(u32::try_from(count).unwrap_or(u32::MAX))
}

/// Returns the hint for closing a page of text.
pub(crate) fn go_on(input_scheme: &InputScheme) -> Sentence {
    hint::go_on(input_scheme.name(Control::A))
}

/// Returns the hint for walking to the selected landmark on the map.
pub(crate) fn go_there(input_scheme: &InputScheme) -> Sentence {
    hint::go_there(input_scheme.name(Control::A))
}

/// Returns the hint of the map: how to zoom in or out and, if `has_back` is true, how to leave the map.
pub(crate) fn zoom_hint(input_scheme: &InputScheme, is_zoomed: bool, has_back: bool) -> Sentence {
    let [zoom, back] = [Control::L, Control::B].map(|control| input_scheme.name(control));
    match (is_zoomed, has_back) {
        (false, true) => hint::zoom(zoom, back),
        (true, true) => hint::whole(zoom, back),
        (false, false) => hint::zoom_only(zoom),
        (true, false) => hint::whole_only(zoom),
    }
}

/// Returns the heading of the aim mode. If `has_other` is true, the heading includes the button that selects another
/// item.
pub fn throw_heading(label: Label, has_other: bool, input_scheme: &InputScheme) -> Sentence {
    if has_other {
        hint::throw_or_other(label, input_scheme.name(Control::Select))
    } else {
        hint::throw(label)
    }
}

/// Returns the first key that opens the pack. While the player wears a chip with a deed, the key for going back does
/// not open the pack, but aims the deed. If no key is left, returns the key of the menu.
pub(super) fn pack_key(input_scheme: &InputScheme, has_deed: bool) -> &'static str {
    let is_taken = |pack: &str| has_deed && pack == input_scheme.name(Control::B);
    let mut keys = input_scheme.names(Control::Pack).iter().filter(|pack| !is_taken(pack));
    keys.next().copied().unwrap_or(input_scheme.name(Control::Start))
}

/// Returns the hint about the key of the pack, for a mouse beside the player on which an override chip works (I10).
pub(crate) fn override_hint(input_scheme: &InputScheme, has_deed: bool) -> Sentence {
    look::chip_key(pack_key(input_scheme, has_deed))
}

/// Returns the hints of the aim mode. If the item cannot be thrown at the tile, the hints tell how to choose another
/// tile.
pub(crate) fn aim_hints(input_scheme: &InputScheme, can_throw: bool) -> Sentence {
    let [confirm, next, back] =
        [Control::A, Control::L, Control::B].map(|control| input_scheme.name(control));
    if can_throw { hint::aim(confirm, next, back) } else { hint::look(next, back) }
}

/// Returns the heading that is shown while the player aims a deed: the firmware, and the charges left (I14).
pub(crate) fn deed_heading(firmware: Firmware, charges: u8) -> Sentence {
    match charges {
        0 => hint::deed_empty(firmware::name(firmware)),
        charges => hint::deed(charges, firmware::name(firmware)),
    }
}

/// Returns the hints of the aim of a deed. If the game refuses the deed at the tile, the hints tell how to choose another
/// tile; without a charge, there is none.
pub(crate) fn aim_deed_hints(input_scheme: &InputScheme, refusal: Option<Refusal>) -> Sentence {
    let [confirm, next, back] =
        [Control::A, Control::L, Control::B].map(|control| input_scheme.name(control));
    match refusal {
        None => hint::aim_deed(confirm, next, back),
        Some(Refusal::NoCharge) => hint::back(back),
        Some(_) => hint::look(next, back),
    }
}

/// Returns the hint of the look mode that the confirm button opens the aim mode with this item (I6).
pub fn throw_offer(input_scheme: &InputScheme, label: Label) -> Sentence {
    hint::throw_offer(label, input_scheme.name(Control::A))
}

/// Returns the reason why nothing can be thrown from the look mode (I6).
pub fn nothing_to_throw(is_pack_empty: bool) -> Message {
    let words =
        if is_pack_empty { refusal::nothing_to_throw() } else { refusal::throw_from_pack() };
    Message::new(Tone::Normal, words)
}

/// Returns the hints of a pedestal: how to take its item, if the player can take it, and how to leave.
pub(crate) fn pedestal_hints(input_scheme: &InputScheme, can_take: bool) -> Sentence {
    let [confirm, back] = [Control::A, Control::B].map(|control| input_scheme.name(control));
    if can_take { hint::pedestal(confirm, back) } else { hint::far_pedestal(back) }
}

/// Returns the name of a control in the list of keys.
pub(crate) const fn control_label(control: Control) -> &'static str {
    control::name(control)
}

/// The words beside a control that waits for its key.
pub(crate) const PRESS_A_KEY: &str = hint::press_a_key();

/// The lines below the list of keys.
pub(crate) const KEYS_LINES: [&str; 2] = [hint::keys_1(), hint::keys_2()];

/// The warning before an item is taken from a pedestal (W17).
pub(crate) const SEALS_LINE: &str = hint::seals();

/// The warning before a kit is taken from a locker (W30).
pub(crate) const LOCKS_LINE: &str = hint::locks();

/// The line that a full pack has no room for the item on a pedestal.
pub(crate) const FULL_PACK_LINE: &str = hint::full_pack();

/// The hint on a pedestal that is out of reach.
pub(crate) const FAR_PEDESTAL_LINE: &str = hint::step_next();

/// The hint that the player takes the kit of another locker at that locker (W30).
pub(crate) const FAR_LOCKER_LINE: &str = hint::locker_next();

/// The lines of an empty pack.
pub(crate) const EMPTY_PACK_LINES: [&str; 2] = [hint::empty_pack_1(), hint::empty_pack_2()];

/// The word for the player in the legend of the map.
pub(crate) const LEGEND_YOU: &str = map::you();

/// The word for the ally in the legend of the map.
pub(crate) const LEGEND_ALLY: &str = map::ally();

/// The word for items in the legend of the map.
pub(crate) const LEGEND_ITEM: &str = map::item();

/// The word for monsters in the legend of the map.
pub(crate) const LEGEND_MOUSE: &str = map::mouse();

/// Returns the word for a terrain in the legend of the map; empty if the legend leaves it out.
pub(crate) fn legend_word(terrain: Terrain) -> &'static str {
    terrain::legend(terrain).unwrap_or_default()
}

/// The name of the nearest unexplored tile on the map.
pub(crate) const UNEXPLORED: &str = map::unexplored();

/// The line of a map without landmarks.
pub(crate) const NO_LANDMARKS: &str = map::no_landmarks();

/// The heading of the choice of a run.
pub(crate) const NEW_RUN_HEADING: &str = new_run::heading();

/// The heading of the keyboard on which a seed is typed.
pub(crate) const SEED_HEADING: &str = new_run::seed_heading();

/// The line below the keyboard on which a seed is typed.
pub(crate) const SEED_LINE: &str = new_run::seed_line();

/// The line below the keyboard while the typed letters are too few for a seed.
pub(crate) const SHORT_SEED_LINE: &str = new_run::short_seed();

/// The lines about the conducts, before a run begins (H7).
pub(crate) const CONDUCT_LINES: [&str; 2] = [new_run::goals_1(), new_run::goals_2()];

/// The line about a random tower.
pub(crate) const CHANCE_LINE: &str = new_run::chance();

/// The line about a typed seed.
pub(crate) const SAME_SEED_LINE: &str = new_run::same_seed();

/// The line about a daily run that counts for a score (H8).
pub(crate) const DAILY_LINE: &str = new_run::daily();

/// The line about a daily run of a day whose daily run has begun before (H8).
pub(crate) const PRACTICE_LINE: &str = new_run::practice();

/// The line about the normal difficulty.
pub(crate) const USUAL_NIGHT_LINE: &str = new_run::usual();

/// The line about the calm difficulty (A19).
pub(crate) const CALM_LINE: &str = new_run::calm();

/// Returns the name of a difficulty (A19).
pub(crate) const fn difficulty(is_calm: bool) -> &'static str {
    if is_calm { new_run::calm_value() } else { new_run::normal_value() }
}

/// Returns the effect of the first run's difficulty on damage, for the title (A19).
pub(crate) const fn first_run_damage(is_calm: bool) -> &'static str {
    if is_calm { new_run::half() } else { new_run::whole() }
}

/// Returns the name for the seed of a day, in the choice of a run.
pub(crate) fn day_name(day: Date) -> Sentence {
    let (_, month, day) = day.parts();
    let month = usize::from(month).clamp(1, month::COUNT);
    new_run::of_day(day, month::short(month - 1))
}

/// Returns the name for a random seed, in the choice of a run.
pub(crate) fn by_chance() -> Sentence {
    plain(new_run::random())
}

/// Returns the name for a typed seed, in the choice of a run.
pub(crate) fn by_seed() -> Sentence {
    plain(new_run::typed())
}

/// Returns the line about a night: the hardship that it adds (H16).
pub(crate) const fn night_line(night: Night) -> &'static str {
    night::line(night)
}

/// Returns the number of a night and the number of all nights, for the choice of a run.
pub(crate) fn night_value(night: Night) -> Sentence {
    new_run::night_number(night.number(), Night::LAST.number())
}

/// The line that a night after the second also has the hardships of earlier nights, for the choice of a run (H16).
pub(crate) const NIGHTS_LINE: &str = new_run::nights();

/// Returns the messages about the rules of a run (A19, H8, H16).
pub(crate) fn mode_messages(mode: RunMode) -> impl Iterator<Item = Message> {
    let night = mode.night();
    let harder = message!(Warning, event::night(night.number(), night_line(night)));
    let harder = harder.filter(|_| night != Night::Plain);
    let calm = message!(Good, event::calm());
    let daily = if mode.is_practice() {
        message!(Warning, event::practice())
    } else {
        message!(Normal, event::daily())
    };
    let daily = daily.filter(|_| mode.is_daily());
    daily.into_iter().chain(harder).chain(calm.filter(|_| mode.is_calm()))
}

/// The line of an empty hall of fame.
pub(crate) const EMPTY_HALL: &str = hint::empty_hall();

/// The heading of the list of buttons.
pub(crate) const CONTROLS_HEADING: &str = controls::heading();

/// Returns the hint that shows the number of the current help page. An arrow on a side means that a page follows there.
pub fn page_hint(page: usize, pages: usize) -> Sentence {
    let number = |number| u32::try_from(number).unwrap_or(0);
    let back = if page > 1 { "← " } else { "" };
    let onward = if page < pages { " →" } else { "" };
    hint::page(number(page), number(pages), back, onward)
}

/// Returns the message that the gamepad is no longer connected.
pub(crate) fn lost_pad_message() -> Message {
    Message::new(Tone::Warning, event::pad_lost())
}
