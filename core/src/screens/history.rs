//! The message history: recent messages with their turns.

use super::ScreenName;
use super::screen::Screen;
use super::scrolling_log::{ScrollingLog, hidden};
use super::transition::{Destination, Transition};
use crate::input::{Button, Input};
use crate::raster::{Colour, Frame, FrameShape};
use crate::session::AppState;
use crate::view::text;
use crate::view::widgets::{self, Area, LogColours};

/// The history screen.
#[derive(Clone, Debug, Default)]
pub(crate) struct History {
    scrolling_log: ScrollingLog,
}

impl History {
    pub(super) fn open(_: ScreenName, _: &AppState) -> History {
        History::default()
    }
}

impl Screen for History {
    fn tick(&mut self, state: &mut AppState, _: Input) -> Transition {
        let pad = &state.pad;
        if [Button::A, Button::B, Button::Start].into_iter().any(|button| pad.is_pressed(button)) {
            return Transition::To(Destination::Menu);
        }
        let count = state.play.log().iter().count();
        let hidden = state.frame_shape().map_or(count, |it| hidden(count, it, list_area(it)));
        let is_scrolled = self.scrolling_log.tick(pad, hidden);
        Transition::Same.or_changed(is_scrolled)
    }

    fn draw(&self, state: &AppState, frame: &mut Frame<'_>) {
        let whole = Area::of(frame);
        let colours = LogColours { has_contrast: state.settings.has_contrast() };
        frame.clear(colours.ground());
        frame.text(6, 2, text::words::menu::log(), Colour::GOLD);
        let hint = text::log_hint(&state.input_scheme);
        widgets::text_right(frame, whole.width - 6, 2, &hint, Colour::GREY);
        if let Some(seed) = text::letters_line(state.game.seed()) {
            let room = whole.width - 6 - frame.width_of(&hint) - 6;
            let left = 6 + frame.width_of(text::words::menu::log()) + 12;
            if left + frame.width_of(&seed) <= room {
                frame.text(left, 2, &seed, Colour::GREY);
            }
        }
        widgets::rule(frame, widgets::heading_height(frame.shape()) - 2);
        let list = list_area(frame.shape());
        self.scrolling_log.draw(frame, list, state.play.log().iter().rev(), colours);
    }
}

/// Returns the area of the messages.
fn list_area(shape: FrameShape) -> Area {
    let (whole, heading) = (Area::whole(shape), widgets::heading_height(shape));
    Area { y: heading + 2, height: whole.height - heading - 3, ..whole }
}
