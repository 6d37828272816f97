//! Words that float up from tiles: damage numbers, misses, healing of the player, and squeaks. Words never overlap. All
//! damage to a creature in a turn is one number, which grows with each blow.
//!
//! All words rise at the same speed, so their distances never change. The words lie on a plane that rises as a whole.
//! On this plane, each word takes the free position nearest to its creature. That way, a word does not jump when
//! another word appears or ends. A word whose creature has another creature above it starts lower, so that it never
//! rises above its own tile. A wide word moves to a side without a creature.

use super::MapView;
use super::TILE;
use crate::geometry::Pos;
use crate::quantity::Damage;
use crate::raster::{Colour, Frame};
use crate::view::animation::{Effect, TimedEffect};
use crate::view::text::words::hud;
use crate::view::widgets::Area;
use core::fmt::Write;
use heapless::{String, Vec};

/// The most words that are shown in a turn.
const WORDS_MAX: usize = 32;
/// The number of pixels that the outline takes between a word and the next word below.
const OUTLINE: i16 = 1;
/// A word moves down only if the path up is more than this many times as long as the path down.
const DOWN_COST: i16 = 4;
/// The height in pixels at which a number starts above its tile.
const NUMBER_LIFT: i16 = 2;
/// The height in pixels at which a squeak starts above its tile.
const SQUEAK_LIFT: i16 = 6;
/// If there are creatures above and below, a word starts this many pixels below the top of its tile. The word reaches
/// the top of the tile when it disappears.
const LOW_START: i16 = 10;
/// The same distance if a creature is above but none is below. The head of the word's own creature then stays free.
const LOWEST_START: i16 = 17;
/// The word above a creature after a blow without damage: the blow missed or was too weak (N3).
const MISSED: &str = hud::miss();
/// The word of a mouse that squeaks.
const SQUEAK: &str = hud::squeak();

/// The letters of a word: a number, or a squeak.
type Letters = String<8>;

/// A word above a tile.
#[derive(Clone, Copy, Debug)]
pub struct FloatingWord {
    /// The area of the letters on the frame.
    pub area: Area,
    /// The index of the word's effect among the effects of the turn.
    index: u8,
    /// The ticks at which the word appears and disappears.
    ticks: (u16, u16),
}

/// The words of a turn.
pub(crate) type FloatingWords = Vec<FloatingWord, WORDS_MAX>;

/// The text of a word, its colour, and its `lift`: the height in pixels at which the word starts above its tile.
struct Saying {
    letters: Letters,
    colour: Colour,
    at: Pos,
    lift: i16,
    /// The tick at which the last blow of the number ends; zero for other words.
    end: u16,
}

impl MapView<'_> {
    /// Draws the words that are floating now.
    // Target: GBA. Not inlined: keeps the words off the small stack while sprites are drawn.
    #[inline(never)]
    pub(super) fn draw_floating_words(&self, frame: &mut Frame<'_>) {
        if !self.animation.is_running() {
            return;
        }
        let (y, height) = frame.clipped_rows();
        for word in self.floating_words(frame, Area { y, height, ..Area::of(frame) }) {
            if let Some(saying) = self.saying(word.index, self.animation.tick()) {
                let Area { x, y, width, .. } = word.area;
                let x = x + (width - frame.width_of(&saying.letters)) / 2;
                frame.text_outlined(x, y, &saying.letters, saying.colour);
            }
        }
    }

    /// Returns the words that are floating now on a frame. All words are inside `room`; a word for which `room` has no
    /// free position is left out.
    pub fn floating_words(&self, frame: &Frame<'_>, room: Area) -> FloatingWords {
        // Words that have ended or not begun yet also have positions, so that the other words keep their positions.
        let mut words = FloatingWords::new();
        for (index, timed) in (0..).zip(self.animation.effects()) {
            // The space of a number is wide enough for its final value.
            let saying = self.saying(index, u16::MAX);
            let word = saying.and_then(|saying| self.word(frame, room, index, timed, &saying));
            let Some(word) = word.and_then(|word| place(word, room, &words)) else { continue };
            if words.push(word).is_err() {
                break;
            }
        }
        let now = self.animation.tick();
        words.retain(|word| word.ticks.0 <= now && now < word.ticks.1);
        words.iter_mut().for_each(|word| word.area.y -= risen(now));
        words
    }

    /// Returns the damage numbers of the creature at `at` in one turn.
    fn blows(&self, at: Pos, is_players: bool) -> impl Iterator<Item = (u8, &TimedEffect, Damage)> {
        let numbered = (0..).zip(self.animation.effects());
        numbered.filter_map(move |(index, timed)| match timed.effect {
            Effect::DamageNumber { at: its, damage, is_players: of_player }
                if (its, of_player) == (at, is_players) =>
            {
                Some((index, timed, damage))
            }
            _ => None,
        })
    }

    /// Returns the text, if any, that the effect with this index has after `tick` ticks. A creature's first damage
    /// number shows the total so far; its other damage numbers have no text.
    fn saying(&self, index: u8, tick: u16) -> Option<Saying> {
        let mut letters = Letters::new();
        let effect = self.animation.effects().get(usize::from(index))?.effect;
        let (at, colour, lift) = match effect {
            Effect::DamageNumber { at, is_players, .. } => {
                let mut blows = self.blows(at, is_players);
                if blows.next()?.0 != index {
                    return None;
                }
                let landed = self.blows(at, is_players).filter(|(_, timed, _)| timed.start <= tick);
                let colour = if is_players { Colour::BAD } else { Colour::WHITE };
                match landed.map(|(_, _, damage)| u32::from(damage.0)).sum() {
                    0_u32 => {
                        // Two equal words side by side would not show who missed whom.
                        let (word, colour) = if is_players {
                            (MISSED, Colour::ICE)
                        } else {
                            (MISSED, Colour::SILVER)
                        };
                        letters.push_str(word).ok()?;
                        (at, colour, NUMBER_LIFT)
                    }
                    points => {
                        write!(letters, "{points}").ok()?;
                        (at, colour, NUMBER_LIFT)
                    }
                }
            }
            Effect::Gain(hp) => {
                write!(letters, "+{}", hp.0).ok()?;
                (self.game.player().body.pos, Colour::GOOD, NUMBER_LIFT)
            }
            Effect::Squeak(at) if self.visible.contains(at) => {
                letters.push_str(SQUEAK).ok()?;
                (at, Colour::WARNING, SQUEAK_LIFT)
            }
            _ => return None,
        };
        let end = match effect {
            Effect::DamageNumber { at, is_players, .. } => {
                let ends =
                    self.blows(at, is_players).map(|(_, timed, _)| timed.start + timed.length);
                ends.max().unwrap_or(0)
            }
            _ => 0,
        };
        Some(Saying { letters, colour, at, lift, end })
    }

    /// Returns a word above its tile on the rising plane; `None` if the tile is outside `room`.
    fn word(
        &self,
        frame: &Frame<'_>,
        room: Area,
        index: u8,
        timed: &TimedEffect,
        saying: &Saying,
    ) -> Option<FloatingWord> {
        let (x, y) = self.to_screen(saying.at);
        let is_in = |at: i16, start: i16, length: i16| at + TILE > start && at < start + length;
        if !is_in(x, room.x, room.width) || !is_in(y, room.y, room.height) {
            return None;
        }
        let width = frame.width_of(&saying.letters);
        let is_taken = |dx: i8, dy: i8| {
            let beside = saying.at.offset(dx, dy);
            beside.is_some_and(|beside| {
                beside == self.game.player().body.pos || self.known_monster_at(beside).is_some()
            })
        };
        let spare = (width - TILE).max(0);
        let left = match (is_taken(-1, 0), is_taken(1, 0)) {
            (true, false) => x + OUTLINE,
            (false, true) => x - spare - OUTLINE,
            _ => x + TILE / 2 - width / 2,
        };
        // The outline needs one pixel on each side.
        let last = room.x + room.width - 1 - width;
        let x = if spare > 0 { left } else { x + TILE / 2 - width / 2 }.min(last).max(room.x + 1);
        let lift = match (is_taken(0, -1), is_taken(0, 1)) {
            (false, _) => saying.lift,
            (true, true) => -LOW_START,
            (true, false) => -LOWEST_START,
        };
        let y = y - lift + risen(timed.start);
        let area = Area { x, y, width, height: frame.text_height() };
        let end = saying.end.max(timed.start + timed.length);
        Some(FloatingWord { area, index, ticks: (timed.start, end) })
    }
}

/// Returns the number of pixels that the plane of words has risen after this many ticks.
fn risen(ticks: u16) -> i16 {
    i16::try_from(ticks / 2).unwrap_or(0)
}

/// Moves a word to a position where it overlaps none of `others`: above or below its own position or, if there is no
/// room there, beside it.
fn place(word: FloatingWord, room: Area, others: &FloatingWords) -> Option<FloatingWord> {
    let Area { x, width, .. } = word.area;
    let columns = (0..=room.width / (width + 1)).flat_map(|column| [column, -column]);
    let lefts = columns.map(|column| x + column * (width + 1));
    let is_in = |&left: &i16| left > room.x && left + width < room.x + room.width;
    let mut words =
        lefts.filter(is_in).map(|x| FloatingWord { area: Area { x, ..word.area }, ..word });
    words.find_map(|word| nearest_free(word, room, others))
}

/// Moves a word up or down to the nearest position where it overlaps none of `others`, preferably up. The word must
/// stay in `room` while it is shown. Returns `None` if there is no such position.
fn nearest_free(word: FloatingWord, room: Area, others: &FloatingWords) -> Option<FloatingWord> {
    let (appears, is_gone) = word.ticks;
    // A word is lowest when it appears, and highest when it disappears.
    let highest = room.y + 1 + risen(is_gone);
    let pitch = word.area.height + OUTLINE;
    let lowest = room.y + room.height - pitch + risen(appears);
    let wanted = word.area.y.min(lowest).max(highest);
    let beside = others.iter().filter(|other| is_in_the_way(&word, other));
    let is_free = |y: i16| {
        (highest..=lowest).contains(&y)
            && beside.clone().all(|other| (y - other.area.y).abs() >= pitch)
    };
    let next_to = beside.clone().flat_map(|other| [other.area.y - pitch, other.area.y + pitch]);
    let places = core::iter::once(wanted).chain(next_to).filter(|&y| is_free(y));
    // A word that moves down covers its creature.
    let cost = |y: i16| if y > wanted { (y - wanted) * DOWN_COST } else { wanted - y };
    let y = places.min_by_key(|&y| cost(y))?;
    Some(FloatingWord { area: Area { y, ..word.area }, ..word })
}

/// Returns whether two words are shown at the same time and share columns.
const fn is_in_the_way(word: &FloatingWord, other: &FloatingWord) -> bool {
    let (left, right) = (word.area, other.area);
    let is_at_once = word.ticks.0 < other.ticks.1 && other.ticks.0 < word.ticks.1;
    is_at_once && left.x <= right.x + right.width && right.x <= left.x + left.width
}
