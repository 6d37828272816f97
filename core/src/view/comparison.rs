//! Compares the player's numbers with those that another item would give (I5).

use crate::content::Slot;
use crate::raster::{Colour, Frame};
use crate::rules::experience::{self, Stats};
use crate::view::widgets::{self, Area, LINE_HEIGHT};
use crate::world::{Game, Item};
use core::cmp::Ordering;
use core::fmt::Write;
use heapless::String;

/// The player's numbers now, and as they would be; `None` where nothing is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Comparison {
    now: Stats,
    then: Option<Stats>,
}

impl Comparison {
    /// Compares nothing: shows the numbers as they are.
    pub fn none(game: &Game) -> Comparison {
        Comparison { now: game.player_stats(), then: None }
    }

    /// Compares with `item` put on, by the function that the rules use (B11); `None` for an item
    /// that is not worn.
    pub fn with(game: &Game, item: &Item) -> Option<Comparison> {
        item.kind.slot()?;
        let player = game.player();
        let mut worn = player.worn.clone();
        worn.put_on(item.clone());
        let then = experience::stats(player.level, &worn, None);
        Some(Comparison { now: game.player_stats(), then: Some(then) })
    }

    /// Compares with the item in `slot` taken off.
    pub fn without(game: &Game, slot: Slot) -> Comparison {
        let player = game.player();
        let then = experience::stats(player.level, &player.worn, Some(slot));
        Comparison { now: game.player_stats(), then: Some(then) }
    }

    /// Draws a line for each number.
    pub fn draw(&self, frame: &mut Frame<'_>, area: Area) {
        for (row, (label, _, value, mark)) in (0..).zip(self.rows()) {
            let y = area.y + row * LINE_HEIGHT;
            frame.text(area.x, y, label, Colour::SILVER);
            let (sign, colour) = mark;
            widgets::text_right(frame, area.x + area.width - 10, y, &digits(value), colour);
            frame.text(area.x + area.width - 6, y, sign, colour);
        }
    }

    /// Draws all numbers in one line that is `width` pixels wide, with short labels.
    pub fn draw_line(&self, frame: &mut Frame<'_>, (x, y): (i16, i16), width: i16) {
        for (column, (_, label, value, (sign, colour))) in (0..).zip(self.rows()) {
            let x = frame.text(x + column * width / 5, y, label, Colour::SILVER);
            let x = frame.text(x + 2, y, &digits(value), colour);
            frame.text(x, y, sign, colour);
        }
    }

    /// Returns a row for each number: its label, its short label, the number as it would be, and
    /// the mark of better, same or worse with its colour.
    fn rows(&self) -> impl Iterator<Item = Row> {
        let then = self.then.unwrap_or(self.now);
        let pairs = numbers(&self.now).into_iter().zip(numbers(&then));
        let is_compared = self.then.is_some();
        LABELS.into_iter().zip(pairs).map(move |((label, short), (old, new))| {
            let mark = match new.cmp(&old) {
                _ if !is_compared => ("", Colour::WHITE),
                Ordering::Greater => ("▲", Colour::GOOD),
                Ordering::Equal => ("=", Colour::WHITE),
                Ordering::Less => ("▼", Colour::BAD),
            };
            (label, short, new, mark)
        })
    }
}

type Row = (&'static str, &'static str, u16, (&'static str, Colour));

/// The labels of the numbers, whole and short.
const LABELS: [(&str, &str); 5] = [
    ("Max hp", "hp"),
    ("Attack from", "att"),
    ("Attack to", "to"),
    ("Defence", "def"),
    ("Saving", "sav"),
];

fn numbers(stats: &Stats) -> [u16; 5] {
    [
        stats.hp_max.0,
        stats.attack_min,
        stats.attack_max,
        stats.defence,
        u16::from(stats.saving_throw.0),
    ]
}

fn digits(value: u16) -> String<8> {
    let mut digits = String::new();
    write!(digits, "{value}").expect("a short number");
    digits
}
