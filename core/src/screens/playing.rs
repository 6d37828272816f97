//! The play screen: the game itself.

use super::ScreenName;
use super::screen::Screen;
use super::state::AppState;
use super::transition::Transition;
use crate::input::{Button, Input};
use crate::raster::Frame;

/// The play screen. Its state is that of the app, because other screens show the game, too.
#[derive(Clone, Debug)]
pub(super) struct Playing;

impl Screen for Playing {
    const IS_ANIMATED: bool = true;

    fn open(_: ScreenName, _: &AppState) -> Playing {
        Playing
    }

    fn tick(&mut self, state: &mut AppState, input: Input) -> Transition {
        let is_pressed = |button| state.pad.is_pressed(button);
        let is_exploring = state.pad.held().has(Button::L) && state.pad.held().has(Button::R);
        let screen = if is_pressed(Button::Start) {
            ScreenName::Menu
        } else if is_pressed(Button::Select) {
            ScreenName::Map
        } else if is_pressed(Button::L) && !is_exploring {
            ScreenName::Look
        } else {
            let AppState { play, game, pad, settings, .. } = state;
            let transition = play.tick(game, pad, input.pointer, settings);
            return state.settle_turn(transition);
        };
        state.play.halt();
        Transition::To(screen)
    }

    fn draw(&self, state: &mut AppState, frame: &mut Frame<'_>) {
        state.play.draw(&state.game, &state.autotiles, frame);
    }
}
