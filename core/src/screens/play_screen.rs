//! The play screen: the game itself.

use super::ScreenName;
use super::screen::Screen;
use super::transition::{Destination, Transition};
use crate::content::{Cue, SongName};
use crate::input::{Button, Buttons, Input, Pad};
use crate::raster::Frame;
use crate::rules::Refusal;
use crate::session::lessons::Opening;
use crate::session::{AppState, RunPhase};

/// The longest press of B, in ticks, that counts as a tap and opens the aim of a deed or the pack. A longer press means
/// a dash (H15).
const TAP_TICKS_MAX: u8 = 20;

/// The play screen. Most of its state is in the app, because other screens also show the game.
#[derive(Clone, Debug)]
pub(crate) struct PlayScreen {
    /// The number of ticks for which only B has been held; `None` if this press cannot open a screen.
    tap_ticks: Option<u8>,
}

impl PlayScreen {
    pub(super) fn open(_: ScreenName, _: &AppState) -> PlayScreen {
        PlayScreen { tap_ticks: None }
    }
}

impl Screen for PlayScreen {
    const SHOWS_FLOOR: bool = true;

    fn song(state: &AppState) -> Option<SongName> {
        Some(state.game.place(state.game.floor()).spec().song)
    }

    fn tick(&mut self, state: &mut AppState, input: Input) -> Transition {
        if let Some(transition) = state.tick_training() {
            return transition;
        }
        let is_tapped = self.is_tapped(&state.pad, state.play.is_travelling());
        let has_deed = state.game.deed().is_some();
        if state.pad.asks_for_deed() || is_tapped && has_deed {
            state.play.halt();
            return open_deed(state);
        }
        if state.pad.asks_for_pack() || is_tapped {
            state.play.halt();
            state.sound.cue(Cue::MenuMove);
            return state.open_pack();
        }
        if let Some(to) = opened(&state.pad) {
            state.play.halt();
            state.sound.cue(Cue::MenuMove);
            return Transition::To(to);
        }
        if state.pad.is_pressed(Button::A) && state.opening != Opening::Over {
            state.play.ask();
            state.tell_next_thought();
            return Transition::Changed;
        }
        let is_run = state.phase == RunPhase::Playing && state.opening == Opening::Over;
        if is_run && state.play.opens_graft(&state.game) {
            state.play.halt();
            return Transition::To(Destination::Graft);
        }
        let AppState { play, game, pad, settings, .. } = state;
        let played = play.tick(game, pad, input.pointer, settings);
        state.settle(played)
    }

    fn draw(&self, state: &AppState, frame: &mut Frame<'_>) {
        state.play.draw(&state.game, &state.autotiles, frame);
        state.draw_drill(frame);
    }
}

impl PlayScreen {
    /// Returns whether B was tapped alone. A tap counts only when B is released, because holding B with a direction
    /// dashes. A press that ends an auto-travel does not count as a tap.
    fn is_tapped(&mut self, pad: &Pad, is_travelling: bool) -> bool {
        let is_alone = pad.held() == Buttons::NONE.with(Button::B);
        if !pad.pressed().is_empty() {
            self.tap_ticks = (is_alone && !is_travelling).then_some(0);
        } else if is_alone {
            let ticks = self.tap_ticks.map(|ticks| ticks + 1);
            self.tap_ticks = ticks.filter(|&ticks| ticks < TAP_TICKS_MAX);
        } else {
            return self.tap_ticks.take().is_some() && pad.held().is_empty();
        }
        false
    }
}

/// Opens the aim of the deed, or logs that the worn chip has no deed.
fn open_deed(state: &mut AppState) -> Transition {
    if state.game.deed().is_some() {
        state.sound.cue(Cue::MenuMove);
        return Transition::To(Destination::Deed);
    }
    state.sound.cue(Cue::Refuse);
    state.play.say_refusal(Refusal::NoDeed, &state.game);
    Transition::Changed
}

/// Returns the screen that a press opens.
fn opened(pad: &Pad) -> Option<Destination> {
    if pad.pressed().is_empty() {
        return None;
    }
    let is_exploring = pad.held().has(Button::L) && pad.held().has(Button::R);
    if pad.is_pressed(Button::Start) {
        Some(Destination::Menu)
    } else if pad.is_pressed(Button::Select) {
        Some(Destination::Map)
    } else {
        let looks = pad.is_pressed(Button::L) && !is_exploring;
        looks.then_some(Destination::Look { at: None })
    }
}
