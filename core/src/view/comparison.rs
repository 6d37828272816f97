//! Compares the player's current numbers with the numbers after a change of equipment (I5).

use crate::content::{ItemKind, Slot};
use crate::quantity::{Hp, Level};
use crate::raster::{Colour, Frame};
use crate::rules::experience::{self, Stats};
use crate::view::text::words::stat;
use crate::view::text::{self, Sentence};
use crate::view::widgets::{self, Area};
use crate::world::{Game, Item};
use core::cmp::Ordering;
use core::fmt::Write;
use heapless::{String, Vec};

/// The player's current numbers and, if there is a comparison, the numbers after a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Comparison {
    hp: Hp,
    /// The hit points that would be restored.
    gain: Hp,
    now: Stats,
    then: Option<Stats>,
}

impl Comparison {
    /// The number of lines that [`draw`](Comparison::draw) draws.
    pub(crate) const LINES: i16 = 4;

    fn new(game: &Game, then: Option<Stats>) -> Comparison {
        Comparison { hp: game.player().body.hp, gain: Hp::ZERO, now: game.player_stats(), then }
    }

    /// Makes a comparison that only shows the current numbers.
    pub fn none(game: &Game) -> Comparison {
        Comparison::new(game, None)
    }

    /// Compares the player's current hit points with those after using an item of this kind; `None` if the item would
    /// not heal the player now.
    pub(crate) fn healed(game: &Game, kind: ItemKind) -> Option<Comparison> {
        let gain = game.heals(kind);
        (gain > Hp::ZERO).then(|| Comparison { gain, ..Comparison::none(game) })
    }

    /// Draws the bar of hit points. The hit points that would be restored are shown as stripes and as a number. Draws
    /// nothing if no hit points would be restored. Returns the first row of pixels below the bar.
    pub(crate) fn draw_gain(&self, frame: &mut Frame<'_>, area: Area) -> i16 {
        if self.gain == Hp::ZERO {
            return area.y;
        }
        let mut words: String<8> = String::new();
        write!(words, "+{}", self.gain.0).expect("a short number");
        let width = area.width - frame.width_of(&words) - LABEL_GAP;
        let (part, gain, whole) = (self.hp.0.into(), self.gain.0.into(), self.now.hp_max.0.into());
        widgets::bar(frame, (area.x, area.y), width, widgets::HpBar { part, gain, loss: 0, whole });
        frame.text(area.x + width + LABEL_GAP, area.y, &words, Colour::GOOD);
        area.y + area.height
    }

    /// Returns the player's defence after putting on `item`. If the item cannot be put on, returns the current defence.
    pub(crate) fn defence(game: &Game, item: &Item) -> u16 {
        let shown = Comparison::with(game, item).unwrap_or_else(|| Comparison::none(game));
        shown.then.unwrap_or(shown.now).defence
    }

    /// Compares with the numbers after putting on `item`, as the rules compute them (B11). Returns `None` if the item
    /// cannot be worn, or the kit bars its slot (W30).
    pub fn with(game: &Game, item: &Item) -> Option<Comparison> {
        let player = game.player();
        if item.kind.slot().is_none() || player.barred_slot(item.kind).is_some() {
            return None;
        }
        let mut worn = player.worn.clone();
        worn.put_on(item.clone());
        Some(Comparison::new(game, Some(experience::stats(player.level, &worn, None))))
    }

    /// Compares the numbers before the player's last level with the current numbers (B10).
    pub(crate) fn with_last_level(game: &Game) -> Comparison {
        let player = game.player();
        let before = Level::new(player.level.number() - 1).unwrap_or(player.level);
        let now = experience::stats(before, &player.worn, None);
        Comparison { now, ..Comparison::new(game, Some(game.player_stats())) }
    }

    /// Compares with the numbers after taking off the item in `slot`.
    pub(crate) fn without(game: &Game, slot: Slot) -> Comparison {
        let player = game.player();
        Comparison::new(game, Some(experience::stats(player.level, &player.worn, Some(slot))))
    }

    /// Returns the line about the damage after the change and the current damage.
    pub(crate) fn damage_line(&self) -> Sentence {
        text::kit_damage_line(&self.now, &self.then.unwrap_or(self.now))
    }

    /// Returns whether no number would change.
    pub(crate) fn is_even(&self) -> bool {
        self.then == Some(self.now)
    }

    /// Draws a line for each number.
    pub fn draw(&self, frame: &mut Frame<'_>, area: Area) {
        for (row, line) in (0..).zip(self.lines()) {
            let y = area.y + row * widgets::line_height(frame);
            frame.text(area.x, y, line.label, Colour::SILVER);
            // The last sign has its own column, so that the digits are aligned.
            let signs = SIGN_WIDTH + LETTER_GAP;
            let width = line.width(frame);
            line.draw(frame, (area.x + area.width - signs - width, y));
        }
    }

    /// Draws the numbers in one line that is `width` pixels wide. The labels are short if the full names do not fit.
    /// Leaves out the hit points if there is nothing to compare, because the heading above the line has them.
    pub(crate) fn draw_line(&self, frame: &mut Frame<'_>, (x, y): (i16, i16), width: i16) {
        let is_plain = self.then.is_none() && self.gain == Hp::ZERO;
        let lines = &self.lines()[usize::from(is_plain)..];
        let gaps = Comparison::LINES - 1 - i16::from(is_plain);
        let room = |label: Label| {
            let width_of = |line: &ComparisonLine| {
                frame.width_of(label(line)) + LABEL_GAP + line.width(frame) + SIGN_WIDTH
            };
            width - lines.iter().map(width_of).sum::<i16>()
        };
        let names: [Label; 2] = [|line| line.label, |line| line.short_label];
        let label = names[usize::from(room(names[0]) < gaps * LABEL_GAP)];
        let gap = room(label) / gaps;
        let mut x = x;
        for line in lines {
            frame.text(x, y, label(line), Colour::SILVER);
            x += frame.width_of(label(line)) + LABEL_GAP;
            line.draw(frame, (x, y));
            x += line.width(frame) + SIGN_WIDTH + gap;
        }
    }

    /// Returns the lines: hit points, attack, defence and saving throw.
    fn lines(&self) -> [ComparisonLine; Comparison::LINES as usize] {
        let then = self.then.unwrap_or(self.now);
        let compare = |number: fn(&Stats) -> u16| self.compare(number(&self.now), number(&then));
        let hp_max = self.now.hp_max.max(then.hp_max);
        let hp = self.hp.healed(self.gain.0, hp_max).min(then.hp_max).0;
        let (sign, colour) =
            if self.gain > Hp::ZERO { ("▲", Colour::GOOD) } else { ("", Colour::WHITE) };
        let hp = Part { value: hp, sign, colour };
        let hp_max = compare(|stats| stats.hp_max.0);
        let [least, most] = [compare(|stats| stats.attack_min), compare(|stats| stats.attack_max)];
        let defence = compare(|stats| stats.defence);
        let saving_throw = compare(|stats| u16::from(stats.saving_throw.0));
        [
            ComparisonLine {
                label: stat::name(0),
                short_label: stat::short(0),
                first: Some((hp, "/")),
                last: hp_max,
                unit: "",
            },
            ComparisonLine {
                label: stat::name(1),
                short_label: stat::short(1),
                // If both numbers change in the same direction, one sign is enough.
                first: Some((
                    if least.sign == most.sign { Part { sign: "", ..least } } else { least },
                    "-",
                )),
                last: most,
                unit: "",
            },
            ComparisonLine {
                label: stat::name(2),
                short_label: stat::short(2),
                first: None,
                last: defence,
                unit: "",
            },
            ComparisonLine {
                label: stat::name(3),
                short_label: stat::short(3),
                first: None,
                last: saving_throw,
                unit: "%",
            },
        ]
    }

    /// Returns the new number, marked as better than, worse than or equal to the old number.
    fn compare(&self, old: u16, new: u16) -> Part {
        let (sign, colour) = match new.cmp(&old) {
            _ if self.then.is_none() => ("", Colour::WHITE),
            Ordering::Greater => ("▲", Colour::GOOD),
            // A sign for equality would look like a digit.
            Ordering::Equal => ("", Colour::WHITE),
            Ordering::Less => ("▼", Colour::BAD),
        };
        Part { value: new, sign, colour }
    }
}

/// The width of a sign with its gap, in pixels.
const SIGN_WIDTH: i16 = 8;
/// The gap between two letters in pixels.
const LETTER_GAP: i16 = 1;
/// The gap between a short label and its number, in pixels.
const LABEL_GAP: i16 = 5;

/// Chooses one of the two labels of a line.
type Label = fn(&ComparisonLine) -> &'static str;

/// A number with its mark: better, the same or worse.
#[derive(Clone, Copy)]
struct Part {
    value: u16,
    sign: &'static str,
    colour: Colour,
}

/// A line of the comparison: one number, or two numbers with a letter between them.
struct ComparisonLine {
    label: &'static str,
    short_label: &'static str,
    first: Option<(Part, &'static str)>,
    last: Part,
    /// The unit after the last number, before its sign.
    unit: &'static str,
}

impl ComparisonLine {
    /// Returns the words before the last sign, with their colours.
    ///
    /// The sign of the first number comes before that number, so that the digits do not move.
    fn words(&self) -> Vec<(String<8>, Colour), 5> {
        let mut words = Vec::new();
        let mut say = |word: String<8>, colour| {
            words.push((word, colour)).map_err(drop).expect("a line has five words at most");
        };
        let literal = |word: &str| String::try_from(word).expect("a short word");
        if let Some((part, between)) = self.first {
            say(literal(part.sign), part.colour);
            say(digits(part.value), part.colour);
            say(literal(between), Colour::SILVER);
        }
        say(digits(self.last.value), self.last.colour);
        say(literal(self.unit), self.last.colour);
        words
    }

    /// Returns the width in pixels of the words before the last sign.
    fn width(&self, frame: &Frame<'_>) -> i16 {
        let words = self.words();
        let widths = words.iter().filter(|(word, _)| !word.is_empty());
        widths.map(|(word, _)| frame.width_of(word) + LETTER_GAP).sum()
    }

    fn draw(&self, frame: &mut Frame<'_>, (x, y): (i16, i16)) {
        let mut x = x;
        for (word, colour) in self.words().iter().filter(|(word, _)| !word.is_empty()) {
            frame.text(x, y, word, *colour);
            x += frame.width_of(word) + LETTER_GAP;
        }
        frame.text(x, y, self.last.sign, self.last.colour);
    }
}

fn digits(value: u16) -> String<8> {
    let mut digits = String::new();
    write!(digits, "{value}").expect("a short number");
    digits
}
