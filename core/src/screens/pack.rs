//! The pack screen: lists worn and carried items, compares stats, offers actions (I3, I5).

use super::ScreenName;
use super::menu::{Cursor, Line, MenuEvent, lines_height};
use super::screen::Screen;
use super::state::AppState;
use super::transition::Transition;
use crate::content::Slot;
use crate::content::items::Purpose;
use crate::input::Input;
use crate::limits::PACK_MAX;
use crate::raster::{Colour, Frame, Shade};
use crate::rules::Command;
use crate::rules::experience::{self, Stats};
use crate::view::map_view::item_sprite;
use crate::view::text;
use crate::view::widgets::{self, Area, LINE_HEIGHT};
use crate::world::{Game, Item};
use core::fmt::Write;
use heapless::{String, Vec};
use musrex_assets::interface;

/// Pixels from one entry to the next: an icon and a line.
const ROW: i16 = 16;
/// Pixels of the heading.
const HEADING: i16 = 14;
/// Pixels of the description at the foot.
const FOOT: i16 = 28;
/// Entries at most: what is worn and what is carried.
const ENTRIES_MAX: usize = Slot::COUNT + PACK_MAX;

/// A line of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Entry {
    Worn(Slot),
    Carried(u8),
}

/// Plays `command` behind the pack, and shows what it leads to.
fn play_command(state: &mut AppState, command: Command) -> Transition {
    let transition = state.play_command(command);
    state.play.halt();
    match transition {
        Transition::To(name) => Transition::To(name),
        Transition::Same | Transition::Changed => Transition::To(ScreenName::Play),
    }
}

/// An action on an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Action {
    Use,
    Wear,
    TakeOff,
    Drop,
    Nothing,
}

/// The pack screen.
#[derive(Clone, Debug, Default)]
pub(super) struct PackScreen {
    cursor: Cursor,
    actions: Option<Cursor>,
}

impl Screen for PackScreen {
    fn open(_: ScreenName, _: &AppState) -> PackScreen {
        PackScreen::default()
    }

    fn tick(&mut self, state: &mut AppState, _: Input) -> Transition {
        let AppState { pad, game, .. } = state;
        let entries = entries(game);
        if let Some(actions) = &mut self.actions {
            let Some(&entry) = entries.get(self.cursor.at()) else {
                return Transition::To(ScreenName::Menu);
            };
            let list = actions_for(game, entry);
            return match actions.tick(pad, list.len()) {
                MenuEvent::None | MenuEvent::Changed(..) => Transition::Same,
                MenuEvent::Moved => Transition::Changed,
                MenuEvent::Confirmed(index) => match command(entry, list[index]) {
                    Some(command) => play_command(state, command),
                    None => self.close_actions(),
                },
                MenuEvent::Closed => self.close_actions(),
            };
        }
        match self.cursor.tick(pad, entries.len().max(1)) {
            MenuEvent::None | MenuEvent::Changed(..) => Transition::Same,
            MenuEvent::Moved => Transition::Changed,
            MenuEvent::Closed => Transition::To(ScreenName::Menu),
            MenuEvent::Confirmed(_) if entries.is_empty() => Transition::To(ScreenName::Menu),
            MenuEvent::Confirmed(_) => {
                self.actions = Some(Cursor::default());
                Transition::Changed
            }
        }
    }

    fn draw(&self, state: &mut AppState, frame: &mut Frame<'_>) {
        let game = &state.game;
        let whole = Area::of(frame);
        frame.clear(Colour::INK);
        let entries = entries(game);
        self.draw_heading(frame, game);
        let list = Area { y: HEADING, height: whole.height - HEADING - FOOT, ..whole };
        let list = Area { width: whole.width / 2 + 8, ..list };
        self.draw_list(frame, list, game, &entries);
        let column = Area { x: list.width, width: whole.width - list.width, ..list };
        let entry = entries.get(self.cursor.at()).copied();
        // Taking off is compared only when its action is open.
        let is_compared = !matches!(entry, Some(Entry::Worn(_))) || self.actions.is_some();
        draw_stats(frame, column, game, entry.filter(|_| is_compared));
        let foot = whole.height - FOOT;
        widgets::rule(frame, foot);
        let mut describe = |first: &str, second: &str| {
            frame.text(6, foot + 4, first, Colour::SILVER);
            frame.text(6, foot + 4 + LINE_HEIGHT, second, Colour::STRAW);
        };
        match entry.map(|entry| game.label(item(game, entry).kind)) {
            Some(label) => describe(text::item_line(label), &text::item_effect(label)),
            None => describe(text::EMPTY_PACK_LINES[0], text::EMPTY_PACK_LINES[1]),
        }
        if let (Some(actions), Some(entry)) = (self.actions, entry) {
            draw_actions(frame, column, actions, &actions_for(game, entry));
        }
    }
}

impl PackScreen {
    fn close_actions(&mut self) -> Transition {
        self.actions = None;
        Transition::Changed
    }

    fn draw_heading(&self, frame: &mut Frame<'_>, game: &Game) {
        let whole = Area::of(frame);
        frame.text(6, 2, "Pack", Colour::GOLD);
        let mut count: String<12> = String::new();
        write!(count, "{}/{PACK_MAX}", game.player().pack.len()).expect("two short numbers");
        widgets::text_right(frame, whole.width - 6, 2, &count, Colour::SILVER);
        widgets::rule(frame, HEADING - 2);
    }

    fn draw_list(&self, frame: &mut Frame<'_>, area: Area, game: &Game, entries: &[Entry]) {
        let rows = usize::try_from(area.height / ROW).unwrap_or(1);
        let first = self.cursor.first_shown(rows, entries.len());
        for (row, (index, &entry)) in (0..).zip(entries.iter().enumerate().skip(first).take(rows)) {
            let y = area.y + row * ROW;
            let is_here = index == self.cursor.at();
            if is_here {
                let line = Area { x: area.x + 10, y, width: area.width - 10, height: ROW };
                widgets::fill(frame, line, Colour::BLUE);
                frame.icon(area.x + 1, y + 4, &interface::CURSOR, Shade::Lit);
            }
            let item = item(game, entry);
            frame.sprite(area.x + 11, y, item_sprite(game, item.kind), Shade::Lit);
            let colour = if is_here { Colour::WHITE } else { Colour::SILVER };
            frame.text(area.x + 29, y + 4, text::label_name(game.label(item.kind)), colour);
            if matches!(entry, Entry::Worn(_)) {
                let mark = "★";
                widgets::text_right(frame, area.x + area.width - 3, y + 4, mark, Colour::GOLD);
            }
        }
        let x = area.x + area.width / 2;
        if first > 0 {
            frame.icon(x, area.y - 4, &interface::SCROLL_UP, Shade::Lit);
        }
        if first + rows < entries.len() {
            frame.icon(x, area.y + area.height - 5, &interface::SCROLL_DOWN, Shade::Lit);
        }
    }
}

/// Returns worn items, then carried items.
fn entries(game: &Game) -> Vec<Entry, ENTRIES_MAX> {
    let worn = game.player().worn.iter().map(|(slot, _)| Entry::Worn(slot));
    let carried = (0u8..).zip(&game.player().pack).map(|(index, _)| Entry::Carried(index));
    worn.chain(carried).collect()
}

fn item(game: &Game, entry: Entry) -> &Item {
    match entry {
        Entry::Worn(slot) => game.player().worn.get(slot).expect("listed because it is worn"),
        Entry::Carried(index) => &game.player().pack[usize::from(index)],
    }
}

fn actions_for(game: &Game, entry: Entry) -> Vec<Action, 3> {
    let actions: &[Action] = match (entry, item(game, entry).kind.spec().purpose) {
        (Entry::Worn(_), _) => &[Action::TakeOff],
        (_, Purpose::Wear(_)) => &[Action::Wear, Action::Drop],
        (_, Purpose::Unlock) => &[Action::Drop],
        (_, Purpose::Heal(_) | Purpose::Cure | Purpose::Drink(_)) => &[Action::Use, Action::Drop],
    };
    actions.iter().copied().chain([Action::Nothing]).collect()
}

const fn command(entry: Entry, action: Action) -> Option<Command> {
    match (entry, action) {
        (Entry::Carried(index), Action::Use) => Some(Command::Use(index)),
        (Entry::Carried(index), Action::Wear) => Some(Command::Wear(index)),
        (Entry::Carried(index), Action::Drop) => Some(Command::Drop(index)),
        (Entry::Worn(slot), Action::TakeOff) => Some(Command::TakeOff(slot)),
        _ => None,
    }
}

fn draw_actions(frame: &mut Frame<'_>, area: Area, cursor: Cursor, actions: &[Action]) {
    let lines: Vec<Line<'_>, 3> = actions
        .iter()
        .map(|action| {
            let label = match action {
                Action::Use => "Use",
                Action::Wear => "Put on",
                Action::TakeOff => "Take off",
                Action::Drop => "Drop",
                Action::Nothing => "Back",
            };
            Line { label, value: "" }
        })
        .collect();
    let height = lines_height(lines.len());
    let (width, outer) = (area.width - 16, widgets::whole_icons(height + 14));
    let y = area.y + area.height - outer - 8;
    let panel = widgets::panel(frame, Area { x: area.x + 8, y, width, height: outer });
    cursor.draw_lines(frame, panel.centred(panel.width - 16, height), &lines);
}

/// Draws the player's stats, compared with what they would become (I5).
fn draw_stats(frame: &mut Frame<'_>, area: Area, game: &Game, entry: Option<Entry>) {
    let now = game.player_stats();
    let then = entry.and_then(|entry| stats_after(game, entry));
    let rows = numbers(&now).into_iter().zip(numbers(&then.unwrap_or(now)));
    for (row, ((label, old), (_, new))) in (0..).zip(rows) {
        let y = area.y + 4 + row * LINE_HEIGHT;
        frame.text(area.x + 8, y, label, Colour::SILVER);
        let (sign, colour) = match new.cmp(&old) {
            _ if then.is_none() => ("", Colour::WHITE),
            core::cmp::Ordering::Greater => ("▲", Colour::GOOD),
            core::cmp::Ordering::Equal => ("=", Colour::WHITE),
            core::cmp::Ordering::Less => ("▼", Colour::BAD),
        };
        let mut value: String<16> = String::new();
        write!(value, "{new}").expect("a short number");
        widgets::text_right(frame, area.x + area.width - 18, y, &value, colour);
        frame.text(area.x + area.width - 14, y, sign, colour);
    }
}

/// Returns the stats with a carried item put on, or a worn one taken off, by the function that the
/// rules use (B11).
fn stats_after(game: &Game, entry: Entry) -> Option<Stats> {
    let player = game.player();
    let mut worn = player.worn.clone();
    match entry {
        Entry::Worn(slot) => return Some(experience::stats(player.level, &worn, Some(slot))),
        Entry::Carried(_) => {
            let item = item(game, entry);
            item.kind.slot()?;
            worn.put_on(item.clone());
        }
    }
    Some(experience::stats(player.level, &worn, None))
}

fn numbers(stats: &Stats) -> [(&'static str, u16); 5] {
    [
        ("Max hp", stats.hp_max.0),
        ("Attack from", stats.attack_min),
        ("Attack to", stats.attack_max),
        ("Defence", stats.defence),
        ("Saving", u16::from(stats.saving_throw.0)),
    ]
}
