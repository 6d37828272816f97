//! The choice of a kit: the player sees the contents of the lobby's lockers before taking a kit (W30).

use super::ScreenName;
use super::screen::Screen;
use super::transition::{Destination, Transition};
use crate::content::effects::Effect;
use crate::content::{Cue, ItemKind, Kit, Slot};
use crate::geometry::Pos;
use crate::input::{Button, Input};
use crate::quantity::Floor;
use crate::raster::{Colour, Frame, Shade};
use crate::rules::Command;
use crate::session::AppState;
use crate::view::comparison::Comparison;
use crate::view::sprites::item_sprite;
use crate::view::text::{self, Sentence};
use crate::view::widgets::{self, Area};
use crate::world::{Game, Item, Terrain};
use heapless::Vec;

/// The most lockers that are compared.
const LOCKERS_MAX: usize = 4;
/// The width and the height of the window in pixels.
const SIZE: (i16, i16) = (228, 144);
/// The gap between the window's border and its text, in pixels.
const MARGIN: i16 = 10;
/// The side of a picture, and the distance from one picture to the next, in pixels.
const SIDE: i16 = 16;
const PITCH: i16 = 24;

/// A shown kit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shown {
    /// The kit in the locker at this tile.
    In(Pos),
    /// A closed kit, which the player can open next by a feat (H17).
    Closed(Kit),
}

/// The choice of a kit.
#[derive(Clone, Debug)]
pub(crate) struct Locker {
    shown: Shown,
}

impl Locker {
    /// Opens the choice at the locker that the player has walked into.
    pub(super) const fn open(_: ScreenName, _: &AppState, at: Pos) -> Locker {
        Locker { shown: Shown::In(at) }
    }

    /// Returns the command that takes the shown kit: a step to the locker, if the locker is adjacent.
    fn command(&self, game: &Game) -> Option<Command> {
        let Shown::In(at) = self.shown else { return None };
        game.player().body.pos.direction_to(at).map(Command::Walk)
    }

    /// Returns the line about the consequence of taking the kit, or the reason why it cannot be taken. The line is
    /// empty for a closed kit, because its page names the way to open it.
    fn warning(&self, game: &Game) -> (&'static str, Colour) {
        if matches!(self.shown, Shown::Closed(_)) {
            return ("", Colour::SILVER);
        }
        match self.command(game).map(|command| game.accepts(command)) {
            Some(Ok(())) => (text::LOCKS_LINE, Colour::WARNING),
            Some(Err(_)) => (text::FULL_PACK_LINE, Colour::BAD),
            None => (text::FAR_LOCKER_LINE, Colour::SILVER),
        }
    }
}

impl Screen for Locker {
    const SHOWS_FLOOR: bool = true;

    fn tick(&mut self, state: &mut AppState, _: Input) -> Transition {
        let is_pressed = |button| state.pad.is_pressed(button);
        if is_pressed(Button::B) || is_pressed(Button::Start) {
            return Transition::To(Destination::Play);
        }
        if is_pressed(Button::A) {
            let command = self.command(&state.game);
            return match command.filter(|&command| state.game.accepts(command).is_ok()) {
                Some(command) => state.play_from_screen(command),
                // The frame already shows the reason.
                None => {
                    state.sound.cue(Cue::Refuse);
                    Transition::Same
                }
            };
        }
        let is_forward = is_pressed(Button::Right) || is_pressed(Button::Down);
        if !is_forward && !is_pressed(Button::Left) && !is_pressed(Button::Up) {
            return Transition::Same;
        }
        state.sound.cue(Cue::MenuMove);
        let choice = choice(&state.game);
        let count = choice.len().max(1);
        let at = choice.iter().position(|&shown| shown == self.shown).unwrap_or(0);
        let next = if is_forward { at + 1 } else { at + count - 1 };
        self.shown = choice.get(next % count).copied().unwrap_or(self.shown);
        Transition::Changed
    }

    fn draw(&self, state: &AppState, frame: &mut Frame<'_>) {
        state.draw_play_darkened(frame);
        let game = &state.game;
        let Some(kit) = self.shown.kit(game) else { return };
        let line = widgets::line_height(frame);
        let height = SIZE.1.max(9 * line + 2 * MARGIN + 26);
        let panel =
            widgets::panel(frame, Area::of(frame).centred(widgets::widened(frame, SIZE.0), height));
        let inner = panel.centred(panel.width - 2 * MARGIN, panel.height - 2 * MARGIN);
        draw_choice(frame, inner, game, self.shown);
        match self.shown {
            Shown::In(_) => draw_kit(frame, inner, state, kit),
            Shown::Closed(_) => draw_closed(frame, inner, kit),
        }
        let can_take = self.command(game).is_some_and(|command| game.accepts(command).is_ok());
        let (warning, colour) = self.warning(game);
        let foot = inner.y + inner.height;
        frame.text(inner.x, foot - 2 * line, warning, colour);
        let hints = text::pedestal_hints(&state.input_scheme, can_take);
        frame.text(inner.x, foot - line, &hints, Colour::STRAW);
        let x = inner.x + inner.width;
        widgets::text_right(frame, x, foot - line, text::words::hint::others(), Colour::GREY);
    }
}

impl Shown {
    fn kit(self, game: &Game) -> Option<Kit> {
        match self {
            Shown::In(at) => game.kit_at(at),
            Shown::Closed(kit) => Some(kit),
        }
    }
}

/// Draws the kits side by side; the closed kit is dark.
fn draw_choice(frame: &mut Frame<'_>, area: Area, game: &Game, shown: Shown) {
    let choice = choice(game);
    let count = i16::try_from(choice.len()).unwrap_or(1);
    let left = area.x + area.width - count * PITCH;
    for (column, &one) in (0..).zip(&choice) {
        let Some(kit) = one.kit(game) else { continue };
        let (x, y) = (left + column * PITCH + 4, area.y + 1);
        if matches!(one, Shown::Closed(_)) {
            widgets::silhouette(frame, (x, y), kit.spec().art);
        } else {
            let shade = if one == shown { Shade::Lit } else { Shade::Dim };
            frame.sprite(x, y, kit.spec().art, shade);
        }
        if one == shown {
            let border = Area { x: x - 3, y: y - 3, width: SIDE + 6, height: SIDE + 6 };
            widgets::outline(frame, border, Colour::GOLD, None);
        }
    }
}

/// The gap between an item's name and its numbers, in pixels.
const NUMBERS_GAP: i16 = 6;

/// Draws a kit: its name, its description, its items with their effects, the effect and the deed of its chip, and its
/// prohibitions. A note is shown if the kit is open only in this run.
fn draw_kit(frame: &mut Frame<'_>, area: Area, state: &AppState, kit: Kit) {
    let game = &state.game;
    let line = widgets::line_height(frame);
    let mut y = area.y;
    frame.text(area.x, y, text::kit_name(kit), Colour::GOLD);
    if !kit.is_open(state.scores.progress().missing()) {
        frame.text(area.x, y + line, text::lent_kit(game.mode().is_daily()), Colour::ICE);
    }
    y += line.max(SIDE + 8);
    frame.text(area.x, y, text::kit_line(kit), Colour::SILVER);
    y += line + 3;
    let column = area.x + SIDE + 4;
    for (kind, count) in things(kit) {
        frame.sprite(area.x, y + (2 * line - SIDE) / 2 - 1, item_sprite(game, kind), Shade::Lit);
        let firmware = kit.spec().firmware.filter(|_| kind == ItemKind::Microchip);
        let name = text::kit_thing(kind, firmware, count);
        let end = frame.text(column, y, &name, Colour::WHITE);
        frame.text(end + NUMBERS_GAP, y, &numbers(game, kind), Colour::ICE);
        let effect = text::kit_thing_effect(game, kind, kit.spec());
        frame.text(column, y + line, &effect, Colour::SILVER);
        y += 2 * line + 2;
    }
    if let Some(firmware) = kit.spec().firmware {
        frame.text(area.x, y, &text::firmware_line(firmware, game.floor()), Colour::ICE);
        y += line;
        frame.text(area.x, y, &text::deed_line(firmware), Colour::GOOD);
        y += line;
    }
    for effect in kit.spec().effects {
        if let Effect::Bars(slot) = effect {
            frame.text(area.x, y, text::words::slot::barred(*slot), Colour::WARNING);
            y += line;
        }
    }
}

/// Returns the numbers of a weapon or armour in a kit, shown after its name; empty for other items.
fn numbers(game: &Game, kind: ItemKind) -> Sentence {
    let item = Item::with_bonus(kind, kind.spec().bonus_scaling.on(Floor::LOBBY));
    match kind.slot() {
        Some(Slot::Weapon) => Comparison::with(game, &item).map(|it| it.damage_line()),
        Some(Slot::Armour) => text::chip_effect(item.bonus),
        Some(Slot::Microchip) | None => None,
    }
    .unwrap_or_default()
}

/// Draws a closed kit: its name, its description, and the way to open it (H17).
fn draw_closed(frame: &mut Frame<'_>, area: Area, kit: Kit) {
    let line = widgets::line_height(frame);
    let mut y = area.y;
    frame.text(area.x, y, text::kit_name(kit), Colour::GREY);
    y += line.max(SIDE + 8);
    frame.text(area.x, y, text::kit_line(kit), Colour::SILVER);
    y += 2 * line;
    frame.text(area.x, y, text::CLOSED_LINE, Colour::WHITE);
    frame.text(area.x, y + line + 2, text::opens_line(kit), Colour::GOLD);
}

/// Returns the kinds of items in a kit with their counts. Equal items must be adjacent in the kit's list.
fn things(kit: Kit) -> Vec<(ItemKind, usize), 4> {
    let mut things: Vec<(ItemKind, usize), 4> = Vec::new();
    for &kind in kit.spec().items {
        match things.last_mut() {
            Some((last, count)) if *last == kind => *count += 1,
            // The list has room for all of a kit's kinds of items.
            _ => drop(things.push((kind, 1))),
        }
    }
    things
}

/// Returns the lockers with a kit, from left to right, then the first closed kit.
fn choice(game: &Game) -> Vec<Shown, { LOCKERS_MAX + 1 }> {
    let lockers = game.current_floor().map.positions_of(|terrain| terrain == Terrain::Locker);
    let closed = Kit::closed(game.mode().missing()).map(Shown::Closed).take(1);
    lockers.take(LOCKERS_MAX).map(Shown::In).chain(closed).collect()
}
