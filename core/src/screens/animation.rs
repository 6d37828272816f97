//! What a turn looks like. Built from the events of the turn after it has been played: the rules
//! never wait for it, and skipping it changes nothing (T10).

use crate::content::MonsterKind;
use crate::geometry::Pos;
use crate::limits::MONSTERS_MAX;
use crate::quantity::{Damage, Hp};
use crate::rules::{Actor, Event, Events};
use heapless::Vec;

/// Ticks of an attack: 1/3 s (A9).
pub const ATTACK_TICKS: u16 = 20;
/// Ticks for which the attacker is drawn toward its target: 2/15 s (A9).
pub const LUNGE_TICKS: u16 = 8;
/// Ticks for which a hit shows its splat: 1/5 s (A9).
pub const SPLAT_TICKS: u16 = 12;
/// Ticks after one attack begins before the next may: attacks overlap, so that a crowd does not
/// make one wait.
const ATTACK_OVERLAP_TICKS: u16 = 6;
/// Ticks a level-up sparkles.
const SPARKLE_TICKS: u16 = 20;
/// Ticks a heavy attack shakes the picture.
const SHAKE_TICKS: u16 = 8;
/// Ticks the mark of one who noticed the player is shown.
const ALERT_TICKS: u16 = 20;
/// An attack that takes this share of the most hit points, or more, shakes the picture.
const HEAVY_BLOW_DIVISOR: u16 = 4;

/// Things that can be on their way at once: every creature slides or strikes, and an attack is a
/// lunge, a splat, a number and perhaps a death.
const PARTS_MAX: usize = 4 * MONSTERS_MAX + 16;

/// One thing to be seen for a while.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The creature now at `to` comes from `from`.
    Slide {
        /// The tile left.
        from: Pos,
        /// The tile entered.
        to: Pos,
    },
    /// The creature at `at` strikes toward its neighbour.
    Lunge {
        /// Where it stands.
        at: Pos,
        /// Whom it strikes at.
        toward: Pos,
    },
    /// An attack lands here.
    Splat(Pos),
    /// What an attack took floats up; a miss says so.
    Number {
        /// Whom it was taken from.
        at: Pos,
        /// How much.
        damage: Damage,
        /// Whether it was the player's.
        is_players: bool,
    },
    /// A monster that has left the floor is still seen falling.
    Fall {
        /// What it was.
        kind: MonsterKind,
        /// Where it stood.
        at: Pos,
    },
    /// A monster has noticed the player.
    Alert(Pos),
    /// A level is gained.
    Sparkle,
    /// The picture shakes.
    Shake,
}

/// A part with its time, in ticks since the turn.
#[derive(Clone, Copy, Debug)]
struct Timed {
    part: Part,
    start: u16,
    length: u16,
}

/// All that moves for a moment after a turn.
#[derive(Clone, Debug, Default)]
pub struct Animation {
    parts: Vec<Timed, PARTS_MAX>,
    tick: u16,
    end: u16,
    has_attack: bool,
}

impl Animation {
    /// Nothing moves.
    pub const NONE: Animation = Animation { parts: Vec::new(), tick: 0, end: 0, has_attack: false };

    /// What the turn that made `events` looks like. A step takes `step_ticks`; `hp_max` says how
    /// heavy an attack to the player is.
    pub fn new(events: &Events, step_ticks: u16, hp_max: Hp) -> Animation {
        let mut animation = Animation::NONE;
        animation.show(events, step_ticks, hp_max);
        animation
    }

    /// Becomes what [`new`](Animation::new) gives, in place: it is large.
    pub fn show(&mut self, events: &Events, step_ticks: u16, hp_max: Hp) {
        self.skip();
        let mut attack_start = 0;
        for event in events {
            match *event {
                Event::Moved { from, to, .. } => {
                    self.add(Part::Slide { from, to }, 0, step_ticks);
                }
                Event::Struck { from, at, damage, target, .. } => {
                    self.add_blow(from, at, damage, target, hp_max, attack_start);
                    attack_start += ATTACK_OVERLAP_TICKS;
                }
                Event::StatusHurt { at, damage, who, .. } => {
                    let is_players = who == Actor::Player;
                    self.add(Part::Number { at, damage, is_players }, 0, ATTACK_TICKS);
                }
                Event::Slain { kind, at, .. } => {
                    self.add(Part::Fall { kind, at }, 0, ATTACK_TICKS);
                }
                Event::Noticed { at, .. } => self.add(Part::Alert(at), 0, ALERT_TICKS),
                Event::LevelGained(_) => self.add(Part::Sparkle, LUNGE_TICKS, SPARKLE_TICKS),
                // A new floor shows nothing of the old one.
                Event::FloorEntered { .. } => self.skip(),
                _ => {}
            }
        }
    }

    fn add_blow(
        &mut self,
        from: Pos,
        at: Pos,
        damage: Damage,
        target: Actor,
        hp_max: Hp,
        start: u16,
    ) {
        let is_players = target == Actor::Player;
        self.has_attack = true;
        self.add(Part::Lunge { at: from, toward: at }, start, LUNGE_TICKS);
        self.add(Part::Number { at, damage, is_players }, start, ATTACK_TICKS);
        if damage != Damage::MISS {
            self.add(Part::Splat(at), start, SPLAT_TICKS);
        }
        if is_players && damage.0 >= (hp_max.0 / HEAVY_BLOW_DIVISOR).max(1) {
            self.add(Part::Shake, start, SHAKE_TICKS);
        }
    }

    fn add(&mut self, part: Part, start: u16, length: u16) {
        // What does not fit is not shown: an animation is only for show.
        if self.parts.push(Timed { part, start, length }).is_ok() {
            self.end = self.end.max(start + length);
        }
    }

    /// A tick passes. Whether anything was or is still moving.
    pub fn advance(&mut self) -> bool {
        let was_running = self.is_running();
        if was_running {
            self.tick += 1;
        }
        was_running
    }

    /// Ends it at once.
    pub fn skip(&mut self) {
        self.parts.clear();
        (self.tick, self.end, self.has_attack) = (0, 0, false);
    }

    /// Whether anything moves.
    pub const fn is_running(&self) -> bool {
        self.tick < self.end
    }

    /// Whether an attack is being shown: until it is over, nobody acts unless asked to (T10).
    pub const fn is_attack_running(&self) -> bool {
        self.has_attack && self.is_running()
    }

    /// What is to be seen now, each with the ticks since it began and the ticks it takes.
    pub fn running(&self) -> impl Iterator<Item = (Part, u16, u16)> + '_ {
        self.parts
            .iter()
            .filter(|timed| timed.start <= self.tick && self.tick < timed.start + timed.length)
            .map(|timed| (timed.part, self.tick - timed.start, timed.length))
    }

    /// How far, in pixels, the creature at `pos` is drawn from its tile, and whether it strikes.
    pub fn offset(&self, pos: Pos) -> Offset {
        let mut offset = Offset::default();
        for (part, tick, length) in self.running() {
            match part {
                Part::Slide { from, to } if to == pos => {
                    let left = pixels_left(tick, length);
                    let (dx, dy) = tiles_between(to, from);
                    offset.x += dx * left;
                    offset.y += dy * left;
                }
                Part::Lunge { at, toward } if at == pos => {
                    let (dx, dy) = tiles_between(at, toward);
                    offset.x += dx * 8;
                    offset.y += dy * 8;
                    offset.is_striking = true;
                }
                _ => {}
            }
        }
        offset
    }
}

/// How far from its tile a creature that slides is drawn: on its way in the first picture, arrived in
/// the last. The first is drawn in the tick in which the turn was played, so it goes as far as brings
/// the floor onto whole words of the frame, where drawing is cheapest.
fn pixels_left(tick: u16, length: u16) -> i16 {
    const PIXELS_A_WORD: i16 = 4;
    let left = i16::try_from(16 * (length - 1 - tick) / length).unwrap_or(0);
    if tick == 0 { left - left % PIXELS_A_WORD } else { left }
}

/// Where a creature is drawn, from its tile.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Offset {
    /// Pixels to the right.
    pub x: i16,
    /// Pixels down.
    pub y: i16,
    /// Whether it strikes, and so is drawn last (A16).
    pub is_striking: bool,
}

fn tiles_between(from: Pos, to: Pos) -> (i16, i16) {
    let between = |from: u8, to: u8| i16::from(to) - i16::from(from);
    (between(from.x(), to.x()), between(from.y(), to.y()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const HERE: Pos = Pos::at(10, 10);
    const EAST: Pos = Pos::at(11, 10);

    fn blow(damage: u16) -> Animation {
        let mut events = Events::new();
        events.push(Event::Struck {
            attacker: Actor::Player,
            target: Actor::Monster(MonsterKind::MicroMouse),
            from: HERE,
            at: EAST,
            damage: Damage(damage),
        });
        Animation::new(&events, 6, Hp(25))
    }

    fn ticks(mut animation: Animation, seen: impl Fn(&Animation) -> bool) -> usize {
        let mut count = 0;
        while animation.is_running() {
            count += usize::from(seen(&animation));
            animation.advance();
        }
        count
    }

    fn has(animation: &Animation, wanted: impl Fn(Part) -> bool) -> bool {
        animation.running().any(|(part, ..)| wanted(part))
    }

    // A9: half a tile for 2/15 s of a 1/3 s attack, a splat for 1/5 s; at 60 ticks a second.
    #[test]
    fn an_attack_takes_its_time() {
        assert_eq!(ticks(blow(3), |_| true), 20);
        assert_eq!(ticks(blow(3), |now| now.offset(HERE).x == 8), 8);
        assert_eq!(ticks(blow(3), |now| has(now, |part| part == Part::Splat(EAST))), 12);
        assert!(blow(3).is_attack_running());
    }

    // A6: a miss shows no splat.
    #[test]
    fn a_miss_shows_no_splat() {
        assert_eq!(ticks(blow(0), |now| has(now, |part| matches!(part, Part::Splat(_)))), 0);
        assert_eq!(ticks(blow(0), |now| now.offset(HERE).is_striking), 8);
    }

    #[test]
    fn a_step_slides_home() {
        let mut events = Events::new();
        events.push(Event::Moved { who: Actor::Player, from: HERE, to: EAST });
        for (ticks, steps) in
            [(2, &[-8, 0][..]), (4, &[-12, -8, -4, 0]), (6, &[-12, -10, -8, -5, -2, 0])]
        {
            let mut animation = Animation::new(&events, ticks, Hp(25));
            let mut path = std::vec::Vec::new();
            while animation.is_running() {
                path.push(animation.offset(EAST).x);
                animation.advance();
            }
            assert_eq!(path, steps);
            assert_eq!(animation.offset(EAST), Offset::default());
        }
    }

    // T10: a press ends it at once.
    #[test]
    fn it_can_be_skipped() {
        let mut animation = blow(3);
        animation.skip();
        assert!(!animation.is_running() && animation.running().next().is_none());
    }
}
