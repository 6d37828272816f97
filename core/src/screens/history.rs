//! The message history: everything said lately, with its turn.

use super::scrolling_log::ScrollingLog;
use crate::input::{Button, Pad};
use crate::raster::{Colour, Frame};
use crate::view::message_log::MessageLog;
use crate::view::widgets::Area;

const HEADING: i16 = 14;

/// The history screen.
#[derive(Clone, Debug, Default)]
pub(super) struct History {
    scrolling_log: ScrollingLog,
}

/// What a tick of the history leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum HistoryTransition {
    Same,
    Changed,
    Closed,
}

impl History {
    pub(super) fn tick(&mut self, pad: &mut Pad, log: &MessageLog) -> HistoryTransition {
        if [Button::A, Button::B, Button::Start].into_iter().any(|button| pad.is_pressed(button)) {
            return HistoryTransition::Closed;
        }
        match self.scrolling_log.tick(pad, log.iter().count()) {
            true => HistoryTransition::Changed,
            false => HistoryTransition::Same,
        }
    }

    pub(super) fn draw(&self, frame: &mut Frame<'_>, log: &MessageLog) {
        let whole = Area::of(frame);
        frame.clear(Colour::INK);
        frame.text(6, 2, "What happened", Colour::GOLD);
        frame.fill(0, HEADING - 2, whole.width, 1, Colour::SLATE);
        let list = Area { y: HEADING + 2, height: whole.height - HEADING - 3, ..whole };
        self.scrolling_log.draw(frame, list, log.iter().rev());
    }
}
