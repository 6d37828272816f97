//! The choice of a graft (a permanent upgrade), and the list of a run's grafts (B16).

use super::ScreenName;
use super::screen::Screen;
use super::transition::{Destination, Transition};
use crate::content::grafts::{GRAFTS_MAX, GRAFTS_OFFERED};
use crate::content::{Cue, Graft};
use crate::input::{Button, Input};
use crate::raster::{Colour, Frame, Shade};
use crate::rules::{Command, Event};
use crate::session::AppState;
use crate::view::comparison::Comparison;
use crate::view::map_view::TILE;
use crate::view::text;
use crate::view::widgets::{self, Area};
use crate::world::Game;
use heapless::Vec;
use musrex_assets::{Tile, interface};

/// The number of ticks for which a choice ignores presses, so that taps from a fight choose nothing. Meanwhile, the
/// cards are turned over one by one. If the choice was opened from the menu, there is no delay.
const REVEAL_TICKS: u16 = 45;
/// The number of ticks from one card to the next.
const CARD_TICKS: u16 = 10;
/// The number of ticks for which the frame flashes at the beginning of the reveal.
const FLASH_TICKS: u16 = 12;
/// The width and the height of a card in pixels.
const CARD: (i16, i16) = (40, 40);
/// The gap between two cards in pixels.
const CARD_GAP: i16 = 16;
/// The width and the height of the window in pixels.
const SIZE: (i16, i16) = (232, 136);
/// The gap between the window's border and its text, in pixels.
const MARGIN: i16 = 8;

/// The choice of a graft or, if there is nothing to choose, the list of the run's grafts.
#[derive(Clone, Debug)]
pub(crate) struct GraftScreen {
    /// The index of the selected card.
    at: usize,
    /// The number of ticks since the screen was opened. The count stops at the end of the reveal.
    ticks: u16,
    /// The length of the reveal in ticks.
    reveal_ticks: u16,
    from: ScreenName,
}

impl GraftScreen {
    /// Opens the screen. All cards are shown at once if the screen is opened from the menu or if the animation is off.
    pub(super) fn open(from: ScreenName, state: &AppState) -> GraftScreen {
        let is_asked_for = from == ScreenName::Menu;
        let reveal_ticks = if is_asked_for { 0 } else { REVEAL_TICKS };
        let at = cards(&state.game).len() / 2;
        GraftScreen { at, ticks: 0, reveal_ticks, from }
    }

    /// Returns whether the frame flashes. The frame flashes at the beginning of the reveal if flashes are on (H10).
    fn is_flashing(&self, state: &AppState) -> bool {
        self.is_revealing() && self.ticks < FLASH_TICKS && state.settings.has_flashes()
    }

    fn is_revealing(&self) -> bool {
        self.ticks < self.reveal_ticks
    }

    /// Returns whether the card at this index is face up.
    fn is_turned(&self, place: usize, state: &AppState) -> bool {
        let due = u16::try_from(place + 1).unwrap_or(u16::MAX).saturating_mul(CARD_TICKS);
        let due = state.settings.animation_speed().scaled(due);
        self.reveal_ticks == 0 || self.ticks >= due
    }

    fn leave(&self, state: &mut AppState) -> Transition {
        if self.from == ScreenName::Menu {
            return Transition::To(Destination::Menu);
        }
        if state.game.has_graft_to_choose() {
            state.play.put_off_graft(&state.game);
        }
        Transition::To(Destination::Play)
    }
}

impl Screen for GraftScreen {
    const SHOWS_FLOOR: bool = true;

    fn tick(&mut self, state: &mut AppState, _: Input) -> Transition {
        if self.is_revealing() {
            // If the player reached the new level some turns ago, the sound of the new level is played again.
            let is_level = |event: &Event| matches!(event, Event::LevelGained(_));
            if self.ticks == 0 && !state.play.events().iter().any(is_level) {
                state.sound.cue(Cue::Level);
            }
            let was_flashing = self.is_flashing(state);
            self.ticks += 1;
            let is_turn = self.ticks.is_multiple_of(CARD_TICKS);
            if is_turn && usize::from(self.ticks / CARD_TICKS) <= GRAFTS_OFFERED {
                state.sound.cue(Cue::MenuMove);
            }
            return if self.ticks == self.reveal_ticks {
                Transition::Changed
            } else {
                Transition::Same.or_changed(is_turn || was_flashing)
            };
        }
        let is_pressed = |button| state.pad.is_pressed(button);
        if is_pressed(Button::B) || is_pressed(Button::Start) {
            return self.leave(state);
        }
        if is_pressed(Button::A) {
            if !state.game.has_graft_to_choose() {
                return self.leave(state);
            }
            let command = Command::Graft(u8::try_from(self.at).unwrap_or(u8::MAX));
            return state.play_from_screen(command);
        }
        let is_forward = is_pressed(Button::Right) || is_pressed(Button::Down);
        if !is_forward && !is_pressed(Button::Left) && !is_pressed(Button::Up) {
            return Transition::Same;
        }
        state.sound.cue(Cue::MenuMove);
        let count = cards(&state.game).len().max(1);
        self.at = if is_forward { self.at + 1 } else { self.at + count - 1 } % count;
        Transition::Changed
    }

    fn draw(&self, state: &AppState, frame: &mut Frame<'_>) {
        if self.is_flashing(state) {
            let amount = u8::try_from(FLASH_TICKS - self.ticks).unwrap_or(0);
            frame.palette = frame.palette.faded(Colour::STRAW, amount);
        }
        state.draw_play_darkened(frame);
        let game = &state.game;
        let cards = cards(game);
        let line = widgets::line_height(frame);
        let height = SIZE.1.max(8 * line + CARD.1 + 2 * MARGIN + 8);
        let width = widgets::widened(frame, SIZE.0).min(Area::of(frame).width);
        let panel = widgets::panel(frame, Area::of(frame).centred(width, height));
        let inner = panel.centred(panel.width - 2 * MARGIN, panel.height - 2 * MARGIN);
        let middle = inner.x + inner.width / 2;
        draw_heading(frame, game, (middle, inner.y));
        let count = i16::try_from(cards.len()).unwrap_or(1);
        let pitch = CARD.0 + CARD_GAP;
        let left = middle - (count * pitch - CARD_GAP) / 2;
        let mut top = inner.y + line + 6;
        if game.has_graft_to_choose() {
            let meaning = text::words::graft_choice::meaning();
            Comparison::with_last_level(game).draw_line(
                frame,
                (inner.x, inner.y + line + 1),
                inner.width,
            );
            widgets::text_centred(frame, middle, inner.y + 2 * line + 1, meaning, Colour::SILVER);
            top += 2 * line;
        }
        let mut x = left;
        for (place, &graft) in cards.iter().enumerate() {
            let is_chosen = place == self.at && !self.is_revealing();
            let is_turned = self.is_turned(place, state);
            let card = Area { x, y: top, width: CARD.0, height: CARD.1 };
            draw_card(frame, card, is_turned.then_some(graft), is_chosen);
            x += pitch;
        }
        let foot = inner.y + inner.height - line;
        if self.is_revealing() {
            return;
        }
        if let Some(&graft) = cards.get(self.at) {
            let y = top + CARD.1 + 6;
            widgets::text_centred(frame, middle, y, text::graft_name(graft), Colour::GOLD);
            let [does, hint] = text::graft_lines(graft);
            widgets::text_centred(frame, middle, y + line + 3, &does, Colour::WHITE);
            widgets::text_centred(frame, middle, y + 2 * line + 4, &hint, Colour::SILVER);
        }
        let hints = if game.has_graft_to_choose() {
            text::graft_hints(&state.input_scheme)
        } else {
            text::back_hint(&state.input_scheme)
        };
        widgets::text_centred(frame, middle, foot, &hints, Colour::STRAW);
    }
}

/// Draws the heading of the window between two stars.
fn draw_heading(frame: &mut Frame<'_>, game: &Game, (middle, y): (i16, i16)) {
    let heading = text::graft_heading(game.player().build.grafts.len());
    let words = if game.has_graft_to_choose() { &heading } else { text::words::table::grafts() };
    widgets::text_centred(frame, middle, y, words, Colour::GOLD);
    let half = frame.width_of(words) / 2;
    frame.icon(middle - half - 14, y, &interface::STAR, Shade::Lit);
    frame.icon(middle + half + 6, y, &interface::STAR, Shade::Lit);
}

/// Draws a card with the picture of `graft`, or the back of a card for `None`.
fn draw_card(frame: &mut Frame<'_>, card: Area, graft: Option<Graft>, is_chosen: bool) {
    let ground = if is_chosen { Colour::SLATE } else { Colour::BLACK };
    let border = if is_chosen { Colour::GOLD } else { Colour::GREY };
    widgets::outline(frame, card, border, Some(ground));
    let inner = card.centred(card.width - 6, card.height - 6);
    let Some(graft) = graft else {
        frame.icon(
            card.x + card.width / 2 - 4,
            card.y + card.height / 2 - 4,
            &interface::STAR,
            Shade::Dim,
        );
        return widgets::outline(frame, inner, Colour::SLATE, None);
    };
    if is_chosen {
        let outer = card.centred(card.width + 2, card.height + 2);
        widgets::outline(frame, outer, Colour::GOLD, None);
    }
    let corner = (card.x + card.width / 2 - TILE, card.y + card.height / 2 - TILE);
    draw_doubled(frame, corner, graft.spec().sprite);
}

/// Draws a picture at double size.
fn draw_doubled(frame: &mut Frame<'_>, (left, top): (i16, i16), tile: &Tile) {
    let mut y = top;
    for row in tile.pixels() {
        let mut x = left;
        for pixel in row.map(Colour) {
            if pixel != Colour::BLACK {
                widgets::fill(frame, Area { x, y, width: 2, height: 2 }, pixel);
            }
            x += 2;
        }
        y += 2;
    }
}

/// Returns the cards: the offered grafts or, if there is no choice, the grafts of the run.
fn cards(game: &Game) -> Vec<Graft, GRAFTS_MAX> {
    if game.has_graft_to_choose() {
        game.offered_grafts().into_iter().collect()
    } else {
        game.player().build.grafts.clone()
    }
}
