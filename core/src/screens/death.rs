//! The end of a run: the picture fades to red, and the stone says what there is to say (H4).

use crate::content::text;
use crate::draw::widgets::{self, Area, LINE_HEIGHT};
use crate::draw::{Colour, Frame, Shade};
use crate::input::{Button, Pad};
use crate::world::{Game, Outcome};
use core::fmt::Write;
use heapless::String;
use musrex_assets::interface;

/// Ticks of the fade.
pub(super) const FADE_TICKS: u8 = 48;
/// Ticks before a press is taken for an answer: the one that was being mashed in the fight is not.
const DEAF_TICKS: u8 = FADE_TICKS + 15;

/// The death screen.
#[derive(Clone, Debug, Default)]
pub(super) struct Death {
    ticks: u8,
}

impl Death {
    /// One tick; whether the player is done with it.
    pub(super) fn tick(&mut self, pad: &Pad) -> bool {
        self.ticks = self.ticks.saturating_add(1);
        self.ticks > DEAF_TICKS && (pad.is_pressed(Button::A) || pad.is_pressed(Button::Start))
    }

    /// How far the picture has faded to red, 0 to 16.
    pub(super) const fn fade(&self) -> u8 {
        if self.ticks >= FADE_TICKS { 0 } else { self.ticks / 3 }
    }

    /// Whether the fade is still on.
    pub(super) const fn is_fading(&self) -> bool {
        self.ticks < FADE_TICKS
    }

    /// Whether the screen differs from the tick before.
    pub(super) const fn needs_drawing(&self) -> bool {
        self.ticks <= DEAF_TICKS + 1
    }

    /// Draws the stone.
    pub(super) fn draw(&self, frame: &mut Frame<'_>, game: &Game) {
        let whole = Area::of(frame);
        frame.clear(Colour::RED);
        let panel = widgets::panel(frame, whole.centred(184, 112));
        let middle = panel.x + panel.width / 2;
        let mut y = panel.y + 12;
        frame.icon(middle - 4, y - 2, &interface::SKULL.0, Shade::Lit);
        y += LINE_HEIGHT;
        let heading = match game.outcome() {
            Outcome::Won => "The reign is over",
            Outcome::Dead | Outcome::Playing => "Here ends your night",
        };
        widgets::text_centred(frame, middle, y, heading, Colour::BAD);
        y += LINE_HEIGHT + 3;
        if let Some(cause) = game.last_harm() {
            widgets::text_centred(frame, middle, y, text::epitaph(cause), Colour::WHITE);
        }
        y += LINE_HEIGHT + 5;
        let facts = [
            ("Floor", u64::from(game.floor().number())),
            ("Level", u64::from(game.player().level.number())),
            ("Mice slain", u64::from(game.player().kills)),
            ("Turns", u64::from(game.turn().0)),
        ];
        for (label, value) in facts {
            frame.text(panel.x + 32, y, label, Colour::SILVER);
            let mut digits: String<20> = String::new();
            write!(digits, "{value}").expect("a 64-bit number has 20 digits at most");
            widgets::text_right(frame, panel.x + panel.width - 32, y, &digits, Colour::WHITE);
            y += LINE_HEIGHT;
        }
        if self.ticks > DEAF_TICKS {
            widgets::text_centred(frame, middle, y + 5, "A  begin anew", Colour::GOLD);
        }
    }
}
