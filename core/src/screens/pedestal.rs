//! The choice in a vault: the player sees the items on the pedestals before taking one (W17).

use super::ScreenName;
use super::screen::Screen;
use super::transition::{Destination, Transition};
use crate::content::{Cue, Slot};
use crate::geometry::{Pos, TileSet};
use crate::input::{Button, Input};
use crate::raster::{Colour, Frame, Shade};
use crate::rules::Command;
use crate::session::AppState;
use crate::view::comparison::Comparison;
use crate::view::sprites::item_sprite;
use crate::view::text;
use crate::view::widgets::{self, Area};
use crate::world::{Game, Item, Terrain};
use heapless::Vec;
use musrex_assets::terrain;

/// The most pedestals that are compared.
const PEDESTALS_MAX: usize = 8;
/// The width and the height of the window in pixels.
const SIZE: (i16, i16) = (228, 144);
/// The gap between the window's border and its text, in pixels.
const MARGIN: i16 = 10;

/// The choice in a vault.
#[derive(Clone, Debug)]
pub(crate) struct Pedestal {
    shown: Pos,
}

impl Pedestal {
    /// Opens the choice at the pedestal that the player has walked into.
    pub(super) const fn open(_: ScreenName, _: &AppState, at: Pos) -> Pedestal {
        Pedestal { shown: at }
    }
}

impl Screen for Pedestal {
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
        let pedestals = pedestals(&state.game, state.play.visible());
        let count = pedestals.len().max(1);
        let at = pedestals.iter().position(|&pos| pos == self.shown).unwrap_or(0);
        let next = if is_forward { at + 1 } else { at + count - 1 };
        self.shown = pedestals.get(next % count).copied().unwrap_or(self.shown);
        Transition::Changed
    }

    fn draw(&self, state: &AppState, frame: &mut Frame<'_>) {
        state.draw_play_darkened(frame);
        let game = &state.game;
        let Some(item) = item_at(game, self.shown) else { return };
        let line = widgets::line_height(frame);
        let height = SIZE.1.max(8 * line + 2 * MARGIN + 30);
        let panel =
            widgets::panel(frame, Area::of(frame).centred(widgets::widened(frame, SIZE.0), height));
        let inner = panel.centred(panel.width - 2 * MARGIN, panel.height - 2 * MARGIN);
        let pedestals = pedestals(game, state.play.visible());
        draw_choice(frame, inner, game, &pedestals, self.shown);
        draw_item(frame, Area { y: inner.y + 26, ..inner }, game, item);
        let can_take = self.command(game).is_some_and(|command| game.accepts(command).is_ok());
        let (line, colour) = self.warning(game);
        let foot = inner.y + inner.height;
        frame.text(inner.x, foot - 2 * widgets::line_height(frame), line, colour);
        let hints = text::pedestal_hints(&state.input_scheme, can_take);
        frame.text(inner.x, foot - widgets::line_height(frame), &hints, Colour::STRAW);
        if pedestals.len() > 1 {
            let x = inner.x + inner.width;
            widgets::text_right(
                frame,
                x,
                foot - widgets::line_height(frame),
                text::words::hint::others(),
                Colour::GREY,
            );
        }
    }
}

impl Pedestal {
    /// Returns the command that takes the shown item; `None` if the item is out of reach.
    fn command(&self, game: &Game) -> Option<Command> {
        game.player().body.pos.direction_to(self.shown).map(Command::Walk)
    }

    /// Returns the line about the consequence of taking the item, or the reason why it cannot be taken.
    fn warning(&self, game: &Game) -> (&'static str, Colour) {
        match self.command(game).map(|command| game.accepts(command)) {
            Some(Ok(())) => (text::SEALS_LINE, Colour::WARNING),
            Some(Err(_)) => (text::FULL_PACK_LINE, Colour::BAD),
            None => (text::FAR_PEDESTAL_LINE, Colour::SILVER),
        }
    }
}

/// Draws the items side by side on their pedestals.
fn draw_choice(frame: &mut Frame<'_>, area: Area, game: &Game, pedestals: &[Pos], shown: Pos) {
    const PITCH: i16 = 24;
    let count = i16::try_from(pedestals.len()).unwrap_or(1);
    let left = area.x + area.width - count * PITCH;
    for (column, &pos) in (0..).zip(pedestals) {
        let (x, y) = (left + column * PITCH + 4, area.y + 2);
        if let Some(item) = item_at(game, pos) {
            let shade = if pos == shown { Shade::Lit } else { Shade::Dim };
            frame.sprite(x, y + 4, &terrain::PEDESTAL, shade);
            frame.sprite(x, y, item_sprite(game, item.kind), shade);
        }
        if pos == shown {
            let border = Area { x: x - 3, y: y - 3, width: 22, height: 26 };
            widgets::outline(frame, border, Colour::GOLD, None);
        }
    }
}

/// Draws the name of an item, its firmware, the numbers of a player who wears it, and its effect.
fn draw_item(frame: &mut Frame<'_>, area: Area, game: &Game, item: &Item) {
    let label = game.label(item.kind);
    let top = area.y - 26;
    frame.text(area.x, top, text::label_name(label), Colour::GOLD);
    let kind = match item.kind.slot() {
        Some(slot) => text::words::slot::kind(slot),
        None => text::words::name::tool(),
    };
    let kind = item.firmware.map_or(kind, text::firmware_name);
    let colour = if item.firmware.is_some() { Colour::ICE } else { Colour::SILVER };
    frame.text(area.x, top + widgets::line_height(frame), kind, colour);
    let mut y = area.y + 2;
    if let Some(comparison) = Comparison::with(game, item) {
        let column = Area { y, width: widgets::widened(frame, 110), ..area };
        comparison.draw(frame, column);
        y += Comparison::LINES * widgets::line_height(frame) + 2;
    }
    let effect = match item.firmware {
        Some(firmware) => text::firmware_line(firmware, game.floor()),
        None => text::item_effect(game, label),
    };
    // The effect of a plain chip is its numbers, which are already drawn above.
    let is_known = item.firmware.is_none() && item.kind.slot() == Some(Slot::Microchip);
    let line = if is_known { text::item_line(label) } else { &effect };
    if item.kind.slot().is_none() {
        frame.text(area.x, y, text::item_line(label), Colour::SILVER);
        y += widgets::line_height(frame);
    }
    frame.text(area.x, y, line, Colour::WHITE);
    if let Some(firmware) = item.firmware {
        y += widgets::line_height(frame);
        frame.text(area.x, y, &text::deed_line(firmware), Colour::GOOD);
    }
    if let Some(words) = text::replaces_line(game, item) {
        frame.text(area.x, y + widgets::line_height(frame), &words, Colour::SILVER);
    }
}

fn item_at(game: &Game, pos: Pos) -> Option<&Item> {
    let floor = game.current_floor();
    floor.item_at(pos).map(|index| &floor.items[index].item)
}

/// Returns the visible pedestals that hold an item, from left to right.
fn pedestals(game: &Game, visible: &TileSet) -> Vec<Pos, PEDESTALS_MAX> {
    let map = &game.current_floor().map;
    let found = map.positions_of(|terrain| terrain == Terrain::Pedestal);
    let found = found.filter(|&pos| visible.contains(pos) && item_at(game, pos).is_some());
    let mut pedestals: Vec<Pos, PEDESTALS_MAX> = found.take(PEDESTALS_MAX).collect();
    pedestals.sort_unstable();
    pedestals
}
