//! The play screen: the game itself.

use super::ScreenName;
use super::lessons::Opening;
use super::screen::Screen;
use super::state::AppState;
use super::transition::Transition;
use crate::content::{Cue, SongName, places};
use crate::input::{Button, Input, Pad};
use crate::raster::Frame;

/// The play screen. Its state is that of the app, because other screens show the game, too.
#[derive(Clone, Debug)]
pub(super) struct PlayScreen;

impl Screen for PlayScreen {
    const IS_ANIMATED: bool = true;
    const SHOWS_FLOOR: bool = true;

    fn open(_: ScreenName, _: &AppState) -> PlayScreen {
        PlayScreen
    }

    fn song(state: &AppState) -> Option<SongName> {
        Some(places::of(state.game.floor()).song)
    }

    fn tick(&mut self, state: &mut AppState, input: Input) -> Transition {
        if let Some(name) = opened(&state.pad) {
            state.play.halt();
            state.sound.cue(Cue::MenuMove);
            return Transition::To(name);
        }
        if state.pad.is_pressed(Button::A) && state.opening != Opening::Over {
            state.play.ask();
            state.tell_next_thought();
            return Transition::Same;
        }
        let AppState { play, game, pad, settings, .. } = state;
        let transition = play.tick(game, pad, input.pointer, settings);
        state.settle_turn(transition)
    }

    fn draw(&self, state: &mut AppState, frame: &mut Frame<'_>) {
        state.play.draw(&state.game, &state.autotiles, frame);
    }
}

/// Returns the screen that a press opens.
fn opened(pad: &Pad) -> Option<ScreenName> {
    if pad.pressed().is_empty() {
        return None;
    }
    let is_exploring = pad.held().has(Button::L) && pad.held().has(Button::R);
    match () {
        () if pad.is_pressed(Button::Start) => Some(ScreenName::Menu),
        () if pad.is_pressed(Button::Select) => Some(ScreenName::Map),
        () if pad.is_pressed(Button::L) && !is_exploring => Some(ScreenName::Look),
        () => None,
    }
}
