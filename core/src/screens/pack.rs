//! The pack screen: lists worn and carried items, compares the player's numbers, and offers actions (I3, I5, I13).

use super::ScreenName;
use super::aim::is_harmful;
use super::menu::{self, Cursor, MenuEvent};
use super::screen::Screen;
use super::transition::{Destination, Transition};
use crate::content::items::{PotionEffect, Purpose};
use crate::content::{Cue, ItemKind, Label, Slot, Status};
use crate::input::Input;
use crate::limits::PACK_MAX;
use crate::raster::{Colour, Frame, Shade};
use crate::rules::{Command, Refusal};
use crate::session::{AppState, PackAction};
use crate::view::blow_shape;
use crate::view::comparison::Comparison;
use crate::view::sprites::item_sprite;
use crate::view::text;
use crate::view::widgets::{self, Area, ICON};
use crate::world::{Game, Item};
use core::fmt::Write;
use heapless::{String, Vec};
use musrex_assets::interface;

/// The distance from one entry to the next in pixels: enough for an icon and a line.
const ROW: i16 = 16;
/// The most entries in the list: all worn and carried items.
const ENTRIES_MAX: usize = Slot::COUNT + PACK_MAX;

/// A line of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PackRow {
    Worn(Slot),
    /// Equal items that cannot be worn, or one wearable item (I13): the pack index of the first item, and the number of
    /// items.
    Carried {
        index: u8,
        count: u8,
    },
}

/// The most actions on an entry.
const ACTIONS_MAX: usize = 4;

/// An action on an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Action {
    Use,
    Wear,
    TakeOff,
    Throw,
    Drop,
    Nothing,
}

/// The pack screen.
#[derive(Clone, Debug)]
pub(crate) struct PackScreen {
    /// The screen to which the pack returns when it is left: the menu or the game.
    back: Destination,
    cursor: Cursor,
    actions: Option<Cursor>,
}

impl PackScreen {
    /// Opens the pack at the top. Right after an action, opens the pack at the same row. There the player can go on
    /// with more items of the same kind, or with the next item, which has moved up (I13). After an abandoned throw,
    /// opens the pack at the item `aimed`.
    pub(super) fn open(from: ScreenName, state: &AppState, aimed: Option<u8>) -> PackScreen {
        let (game, entries) = (&state.game, entries(&state.game));
        let back = match from {
            ScreenName::Menu => Destination::Menu,
            _ => Destination::Play,
        };
        if let Some(aimed) = aimed {
            let is_aimed = |entry: &PackRow| match *entry {
                PackRow::Carried { index, count } => (index..index + count).contains(&aimed),
                PackRow::Worn(_) => false,
            };
            let row = entries.iter().position(is_aimed).unwrap_or(0);
            return PackScreen { back, cursor: Cursor::new(row), actions: None };
        }
        let last = state.pack_action.filter(|last| game.turn().0.saturating_sub(last.turn.0) <= 1);
        let row = last.map_or(0, |last| {
            // An item that is put on becomes a row at the top, so the other rows move down by one.
            let rows = [last.row, last.row + 1].into_iter();
            let is_same = |row: &usize| {
                entries.get(*row).is_some_and(|&entry| item(game, entry).kind == last.kind)
            };
            rows.clone().find(is_same).unwrap_or(last.row).min(entries.len().saturating_sub(1))
        });
        PackScreen { back, cursor: Cursor::new(row), actions: None }
    }
}

impl Screen for PackScreen {
    fn tick(&mut self, state: &mut AppState, _: Input) -> Transition {
        let AppState { pad, game, sound, .. } = state;
        if pad.asks_for_pack() {
            sound.cue(Cue::MenuMove);
            return Transition::To(self.back);
        }
        let entries = entries(game);
        if let Some(actions) = &mut self.actions {
            let Some(&entry) = entries.get(self.cursor.at()) else {
                return Transition::To(self.back);
            };
            let list = actions_for(game, entry);
            return match actions.tick(pad, sound, list.len()) {
                MenuEvent::None | MenuEvent::Changed(..) => Transition::Same,
                MenuEvent::Moved => Transition::Changed,
                MenuEvent::Confirmed(index) => self.act(state, entry, list[index]),
                MenuEvent::Closed => self.close_actions(),
            };
        }
        match self.cursor.tick(pad, sound, entries.len().max(1)) {
            MenuEvent::None | MenuEvent::Changed(..) => Transition::Same,
            MenuEvent::Moved => Transition::Changed,
            MenuEvent::Closed => Transition::To(self.back),
            MenuEvent::Confirmed(_) if entries.is_empty() => Transition::To(self.back),
            MenuEvent::Confirmed(_) => {
                self.actions = Some(Cursor::default());
                Transition::Changed
            }
        }
    }

    fn draw(&self, state: &AppState, frame: &mut Frame<'_>) {
        let game = &state.game;
        let whole = Area::of(frame);
        frame.clear(Colour::INK);
        let entries = entries(game);
        self.draw_heading(frame, state, !entries.is_empty());
        let (heading, line) = (widgets::heading_height(frame.shape()), widgets::line_height(frame));
        let foot = whole.height - 2 * line - 8;
        let list = Area { y: heading, height: foot - heading, ..whole };
        let list = Area { width: whole.width / 2 + 8, ..list };
        self.draw_list(frame, list, game, &entries);
        let column = Area { x: list.width, width: whole.width - list.width, ..list };
        let entry = entries.get(self.cursor.at()).copied();
        let action = self
            .actions
            .zip(entry)
            .and_then(|(actions, entry)| actions_for(game, entry).get(actions.at()).copied());
        // For a worn item, numbers are compared only while the action of taking it off is selected.
        let is_compared =
            !matches!(entry, Some(PackRow::Worn(_))) || action == Some(Action::TakeOff);
        let comparison = entry.filter(|_| is_compared).and_then(|entry| comparison(game, entry));
        let numbers = Area { x: column.x + 8, y: column.y + 4, width: column.width - 16, ..column };
        let shown = comparison.or_else(|| healed(game, entry?));
        let shown = shown.unwrap_or_else(|| Comparison::none(game));
        shown.draw(frame, numbers);
        let below = numbers.y + Comparison::LINES * line;
        let below_gain = shown.draw_gain(frame, Area { y: below, height: line, ..numbers });
        if self.actions.is_none() {
            let room = Area { y: below_gain, height: foot - below_gain, ..numbers };
            let replaces = entry.is_some_and(|entry| replaces(game, entry));
            let item = entry.map(|entry| item(game, entry));
            draw_note(frame, room, below + 12, (game, item, replaces));
        }
        widgets::rule(frame, foot);
        let mut describe = |(first, colour): (&str, Colour), second: &str| {
            frame.text(6, foot + 4, first, colour);
            frame.text(6, foot + 4 + line, second, Colour::STRAW);
        };
        let Some(entry) = entry else {
            let [first, second] = text::EMPTY_PACK_LINES;
            return describe((first, Colour::SILVER), second);
        };
        let refusal =
            action.and_then(|action| text::refusal_message(refusal(game, entry, action)?));
        let item = item(game, entry);
        let label = game.label(item.kind);
        let effect = text::effect_of(game, item, replaces(game, entry));
        let warning = action.and_then(|action| warning(game, item, action));
        match (refusal, warning, item.firmware) {
            (Some(refusal), ..) => describe((&refusal.text, Colour::WARNING), &effect),
            (None, Some(warning), _) => describe((&warning, Colour::WARNING), &effect),
            (None, None, Some(firmware)) => {
                let is_even = comparison.is_some_and(|numbers| numbers.is_even());
                let deed = firmware.deed().map(|_| text::deed_line(firmware));
                let second = match &deed {
                    Some(deed) => deed,
                    None if is_even => text::PROGRAM_LINE,
                    None => &effect,
                };
                describe((&text::firmware_line(firmware, game.floor()), Colour::ICE), second);
            }
            (None, None, None) => describe((text::item_line(label), Colour::SILVER), &effect),
        }
        if let Some(actions) = self.actions {
            draw_actions(frame, column, actions, game, entry);
        }
    }
}

impl PackScreen {
    fn close_actions(&mut self) -> Transition {
        self.actions = None;
        Transition::Changed
    }

    /// Performs the chosen action. If the game refuses the action, the list stays open and shows the reason.
    fn act(&mut self, state: &mut AppState, entry: PackRow, action: Action) -> Transition {
        if refusal(&state.game, entry, action).is_some() {
            state.sound.cue(Cue::Refuse);
            return Transition::Changed;
        }
        if action != Action::Nothing {
            let (kind, turn) = (item(&state.game, entry).kind, state.game.turn());
            state.pack_action = Some(PackAction { row: self.cursor.at(), kind, turn });
        }
        match (command(entry, action), entry, action) {
            (Some(command), ..) => state.play_from_screen(command),
            (None, PackRow::Carried { index, .. }, Action::Throw) => {
                Transition::To(Destination::Aim { item: index, at: None })
            }
            _ => self.close_actions(),
        }
    }

    fn draw_heading(&self, frame: &mut Frame<'_>, state: &AppState, has_entries: bool) {
        const GAP: i16 = 8;
        let (whole, game) = (Area::of(frame), &state.game);
        let left = frame.text(6, 2, text::words::menu::pack(), Colour::GOLD) + GAP;
        // Equal items share a row, but each takes a place in the pack (I3, I13).
        let count = text::pack_count(game.player().pack.len());
        let is_full = game.player().pack.is_full();
        let colour = if is_full { Colour::WARNING } else { Colour::SILVER };
        let right = whole.width - 6 - frame.width_of(&count) - GAP;
        widgets::text_right(frame, whole.width - 6, 2, &count, colour);
        let all = text::choose_hint(&state.input_scheme);
        let fits = has_entries && frame.width_of(&all) <= right - left;
        let hint = if fits { all } else { text::back_hint(&state.input_scheme) };
        widgets::text_centred(frame, i16::midpoint(left, right), 2, &hint, Colour::GREY);
        widgets::rule(frame, widgets::heading_height(frame.shape()) - 2);
    }

    fn draw_list(&self, frame: &mut Frame<'_>, area: Area, game: &Game, entries: &[PackRow]) {
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
            // The list has no room for both names of a chip, and its picture tells that it is a chip.
            let (name, colour) = match item.firmware {
                Some(firmware) => (text::firmware_name(firmware), Colour::ICE),
                None => (text::label_name(game.label(item.kind)), colour),
            };
            frame.text(area.x + 29, y + 4, name, colour);
            let right = area.x + area.width - 3;
            match entry {
                PackRow::Worn(_) => {
                    frame.icon(right - ICON, y + 4, &interface::WORN, Shade::Lit);
                }
                PackRow::Carried { count: 1, .. } => {}
                PackRow::Carried { count, .. } => {
                    let mut words: String<8> = String::new();
                    write!(words, "×{count}").expect("a short number");
                    widgets::text_right(frame, right, y + 4, &words, Colour::STRAW);
                }
            }
        }
        let x = area.x + area.width / 2;
        if first > 0 {
            frame.icon(x, area.y - 4, &interface::SCROLL_UP, Shade::Lit);
        }
        if first + rows < entries.len() {
            frame.icon(x, area.y + area.height - ICON, &interface::SCROLL_DOWN, Shade::Lit);
        }
    }
}

/// Draws the changes that an item makes to the player's numbers while it is worn. Returns the room below.
fn draw_bonus(frame: &mut Frame<'_>, mut room: Area, item: Option<&Item>) -> Area {
    const GAP: i16 = 2;
    let line = widgets::line_height(frame);
    for words in item.map(|item| text::bonus_lines(item.bonus)).into_iter().flatten() {
        frame.text(room.x, room.y + GAP, &words, Colour::STRAW);
        room = Area { y: room.y + line, height: room.height - line, ..room };
    }
    Area { y: room.y + GAP, height: room.height - GAP, ..room }
}

/// Returns whether a carried item would replace a worn one (I3).
fn replaces(game: &Game, entry: PackRow) -> bool {
    let is_carried = matches!(entry, PackRow::Carried { .. });
    is_carried && text::replaces_line(game, item(game, entry)).is_some()
}

/// Draws the changes that the selected item makes, and a note below them. If the item `replaces` a worn one, its own
/// changes would not agree with the comparison above, so they are not drawn. The note shows the tiles that the blow of
/// a weapon strikes (I15), explains the player's defence with a piece of armour, or explains the saving throw if a
/// microchip changes it. The note is at the height `y`, or as near to it as the room allows. Draws no note for other
/// items, or if there is no room.
fn draw_note(
    frame: &mut Frame<'_>,
    room: Area,
    y: i16,
    (game, item, replaces): (&Game, Option<&Item>, bool),
) {
    let room = draw_bonus(frame, room, item.filter(|_| !replaces));
    let (x, line) = (room.x, widgets::line_height(frame));
    let weapon = item.map(|item| item.kind.spec());
    let weapon = weapon.filter(|spec| spec.purpose == Purpose::Wear(Slot::Weapon));
    let armour = item.filter(|item| item.kind.slot() == Some(Slot::Armour));
    let defence_lines = armour.map(|armour| text::defence_lines(Comparison::defence(game, armour)));
    let defence_lines = defence_lines.as_ref().map(|lines| lines.each_ref().map(|it| it.as_str()));
    let lines: &[&str] = match (weapon, &defence_lines) {
        (Some(weapon), _) => text::blow_lines(weapon),
        (None, Some(lines)) => lines,
        (None, None) if item.is_some_and(|it| it.bonus.saving_throw != 0) => &text::SAVING_LINES,
        (None, None) => return,
    };
    let height = line * i16::try_from(lines.len()).unwrap_or(i16::MAX);
    if height > room.height {
        return;
    }
    const GAP: i16 = 8;
    let y = y.max(room.y + GAP).min(room.y + room.height - height);
    let x = weapon.map_or(x, |weapon| {
        blow_shape::draw(frame, (x, y), weapon);
        x + blow_shape::WIDTH + 4
    });
    for (row, words) in (0..).zip(lines) {
        frame.text(x, y + row * line, words, Colour::GREY);
    }
}

/// Returns the worn items, and then the carried items. Equal carried items share one entry unless they can be worn
/// (I13).
fn entries(game: &Game) -> Vec<PackRow, ENTRIES_MAX> {
    let player = game.player();
    let mut entries: Vec<PackRow, ENTRIES_MAX> =
        player.worn.iter().map(|(slot, _)| PackRow::Worn(slot)).collect();
    for (index, carried) in (0u8..).zip(&player.pack) {
        match entries.last_mut() {
            Some(PackRow::Carried { index: first, count })
                if carried.kind.slot().is_none()
                    && player.pack[usize::from(*first)].kind == carried.kind =>
            {
                *count += 1;
            }
            _ => {
                let entry = PackRow::Carried { index, count: 1 };
                entries.push(entry).expect("there is room for all that is worn and carried");
            }
        }
    }
    entries
}

fn item(game: &Game, entry: PackRow) -> &Item {
    match entry {
        PackRow::Worn(slot) => game.player().worn.get(slot).expect("listed because it is worn"),
        PackRow::Carried { index, .. } => &game.player().pack[usize::from(index)],
    }
}

fn actions_for(game: &Game, entry: PackRow) -> Vec<Action, ACTIONS_MAX> {
    let kind = item(game, entry).kind;
    let actions: &[Action] = match (entry, kind.spec().purpose) {
        // One press too many must not drink a potion that is better thrown.
        (_, Purpose::Drink(_)) if is_known_to_harm(game.label(kind)) => {
            &[Action::Throw, Action::Use, Action::Drop]
        }
        // One press too many must not take an item off.
        (PackRow::Worn(_), _) => return [Action::Nothing, Action::TakeOff].into_iter().collect(),
        (_, Purpose::Wear(_)) => &[Action::Wear, Action::Throw, Action::Drop],
        (_, Purpose::Unlock) => &[Action::Throw, Action::Drop],
        (_, Purpose::Heal(_) | Purpose::Cure(_) | Purpose::Drink(_) | Purpose::Override) => {
            &[Action::Use, Action::Throw, Action::Drop]
        }
    };
    actions.iter().copied().chain([Action::Nothing]).collect()
}

/// Returns the command for an action; `None` if the action does not immediately play a turn.
const fn command(entry: PackRow, action: Action) -> Option<Command> {
    match (entry, action) {
        (PackRow::Carried { index, .. }, Action::Use) => Some(Command::Use(index)),
        (PackRow::Carried { index, .. }, Action::Wear) => Some(Command::Wear(index)),
        (PackRow::Carried { index, .. }, Action::Drop) => Some(Command::Drop(index)),
        (PackRow::Worn(slot), Action::TakeOff) => Some(Command::TakeOff(slot)),
        _ => None,
    }
}

/// Returns the reason why an action is not possible now.
fn refusal(game: &Game, entry: PackRow, action: Action) -> Option<Refusal> {
    if let (PackRow::Carried { index, .. }, Action::Throw) = (entry, action) {
        return game.can_throw(index).err();
    }
    game.accepts(command(entry, action)?).err()
}

/// Returns the warning that is shown before an action: a use ends the ally or makes a mouse the ally (I10), a use harms the
/// player or has no effect, or something worn is replaced (I3).
fn warning(game: &Game, item: &Item, action: Action) -> Option<text::Sentence> {
    let label = game.label(item.kind);
    match action {
        Action::Wear => return text::replaces_line(game, item),
        Action::Use => {}
        _ => return None,
    }
    let is_chip = label == Label::Known(ItemKind::OverrideChip);
    let words = match game.current_floor().ally() {
        Some(_) if is_chip => text::ENDS_ALLY_LINE,
        None if is_chip => {
            let target = &game.current_floor().monsters[game.override_target()?];
            return Some(text::override_takes_line(target.kind));
        }
        _ if label == Label::Known(ItemKind::Antidote) && !game.is_ill() => text::NO_POISON_LINE,
        _ if is_wasted(game, label) => text::NO_WOUNDS_LINE,
        _ if is_known_to_harm(label) => text::HARMS_DRINKER_LINE,
        _ => return None,
    };
    text::Sentence::try_from(words).ok()
}

/// Returns whether a potion is known to harm whoever drinks it (I7).
fn is_known_to_harm(label: Label) -> bool {
    matches!(label, Label::Known(_)) && is_harmful(label)
}

/// Returns whether a known potion of regrowth would be wasted, because the player has no wounds. The player may still
/// drink it, because regrowth also heals wounds that the player receives while it lasts.
fn is_wasted(game: &Game, label: Label) -> bool {
    const REGROWTH: Status = Status::Regrowing;
    let Label::Known(kind) = label else { return false };
    let purpose = kind.spec().purpose;
    let closes_wounds = matches!(purpose, Purpose::Drink(PotionEffect::Status(REGROWTH, _)));
    closes_wounds && game.player().body.hp >= game.player_stats().hp_max
}

/// Draws the actions on an entry. Refused actions are grey.
fn draw_actions(frame: &mut Frame<'_>, area: Area, cursor: Cursor, game: &Game, entry: PackRow) {
    let actions = actions_for(game, entry);
    let height = menu::lines_height(frame, actions.len());
    let (width, outer) = (area.width - 16, widgets::whole_icons(height + 14));
    // The panel is below the numbers that an action would change.
    let y = area.y + area.height - outer;
    let panel = widgets::panel(frame, Area { x: area.x + 8, y, width, height: outer });
    let list = panel.centred(panel.width - 16, height);
    for (row, (index, &action)) in (0..).zip(actions.iter().enumerate()) {
        let slot = item(game, entry).kind.slot();
        let label = match action {
            Action::Use if matches!(item(game, entry).kind.spec().purpose, Purpose::Drink(_)) => {
                text::words::menu::drink()
            }
            Action::Use if item(game, entry).kind == ItemKind::Cheese => text::words::menu::eat(),
            Action::Use => text::words::menu::use_it(),
            Action::Wear => text::wear_labels(slot)[0],
            Action::TakeOff => text::wear_labels(slot)[1],
            Action::Throw => text::words::menu::throw(),
            Action::Drop => text::words::menu::drop_it(),
            Action::Nothing => text::words::menu::back(),
        };
        let (y, is_here) = (list.y + row * menu::pitch(frame), index == cursor.at());
        let colour = match refusal(game, entry, action) {
            Some(_) => Colour::GREY,
            None if is_here => Colour::WHITE,
            None => Colour::SILVER,
        };
        if is_here {
            frame.icon(list.x, y, &interface::CURSOR, Shade::Lit);
        }
        frame.text(list.x + 12, y, label, colour);
    }
}

/// Compares the hit points before and after healing with a carried item, if the player knows the item (I5).
fn healed(game: &Game, entry: PackRow) -> Option<Comparison> {
    match (entry, game.label(item(game, entry).kind)) {
        (PackRow::Carried { .. }, Label::Known(kind)) => Comparison::healed(game, kind),
        _ => None,
    }
}

/// Compares the player's current numbers with the numbers after putting on a carried item or taking off a worn item
/// (I5).
fn comparison(game: &Game, entry: PackRow) -> Option<Comparison> {
    match entry {
        PackRow::Worn(slot) => Some(Comparison::without(game, slot)),
        PackRow::Carried { .. } => Comparison::with(game, item(game, entry)),
    }
}
