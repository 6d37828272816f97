//! The message history: everything said lately, with its turn.

use super::message_log::MessageLog;
use crate::draw::widgets::{self, Area, LINE_HEIGHT};
use crate::draw::{Colour, Frame, Shade};
use crate::input::{Button, Pad, Repeat};
use crate::settings::RepeatSpeed;
use core::fmt::Write;
use heapless::String;
use musrex_assets::interface;

const HEADING: i16 = 14;

/// The history screen: how many of the newest messages lie below the foot of the frame.
#[derive(Clone, Debug, Default)]
pub(super) struct History {
    newer: usize,
}

/// What a tick of the history came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum HistoryOutlook {
    Same,
    Changed,
    Left,
}

impl History {
    pub(super) fn tick(&mut self, pad: &mut Pad, log: &MessageLog) -> HistoryOutlook {
        const REPEAT: Repeat = RepeatSpeed::Normal.repeat();
        if [Button::A, Button::B, Button::Start].into_iter().any(|button| pad.is_pressed(button)) {
            return HistoryOutlook::Left;
        }
        let last = log.iter().count().saturating_sub(1);
        let (up, down) = (pad.repeats(Button::Up, REPEAT), pad.repeats(Button::Down, REPEAT));
        match (up, down) {
            (true, _) => self.newer = (self.newer + 1).min(last),
            (_, true) => self.newer = self.newer.saturating_sub(1),
            _ => return HistoryOutlook::Same,
        }
        HistoryOutlook::Changed
    }

    pub(super) fn draw(&self, frame: &mut Frame<'_>, log: &MessageLog) {
        let whole = Area::of(frame);
        frame.clear(Colour::INK);
        frame.text(6, 2, "What happened", Colour::GOLD);
        frame.fill(0, HEADING - 2, whole.width, 1, Colour::SLATE);
        let rows = (whole.height - HEADING - 4) / LINE_HEIGHT;
        let count = log.iter().count();
        let room = usize::try_from(rows).unwrap_or(1);
        let newer = self.newer.min(count.saturating_sub(room));
        let shown = room.min(count);
        let bottom = HEADING + 2 + LINE_HEIGHT * i16::try_from(shown).unwrap_or(0);
        for (row, entry) in (1..).zip(log.iter().rev().skip(newer).take(shown)) {
            let y = bottom - row * LINE_HEIGHT;
            let mut turn: String<12> = String::new();
            write!(turn, "{}", entry.turn.0).expect("a turn has ten digits at most");
            widgets::text_right(frame, 30, y, &turn, Colour::GREY);
            let colour = widgets::tone_colour(entry.message.tone);
            let x = frame.text(33, y, &entry.message.text, colour);
            frame.text(x, y, &entry.repetition(), colour);
        }
        let right = whole.width - 11;
        if newer + shown < count {
            frame.icon(right, HEADING + 2, &interface::SCROLL_UP, Shade::Lit);
        }
        if newer > 0 {
            frame.icon(right, whole.height - 10, &interface::SCROLL_DOWN, Shade::Lit);
        }
    }
}
