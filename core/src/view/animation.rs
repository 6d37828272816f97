//! Animates a turn from its events, after the rules have played the turn. The rules never wait for the animation, and
//! skipping the animation changes nothing in the game (T10).

use crate::content::{Label, MonsterKind};
use crate::geometry::{Pos, Side};
use crate::limits::MONSTERS_MAX;
use crate::quantity::{Damage, Hp};
use crate::rules::{Actor, Event, Events};
use crate::settings::{AnimationSpeed, Settings};
use crate::view::sprites::marks_one_tile;
use heapless::Vec;

/// The duration of an attack, in ticks: 1/3 s (A9).
pub const ATTACK_TICKS: u16 = 20;
/// The duration of the attacker's lunge, in ticks: 2/15 s (A9).
pub(crate) const LUNGE_TICKS: u16 = 8;
/// The duration of the splat that a hit shows, in ticks: 1/5 s (A9).
pub const SPLAT_TICKS: u16 = 12;
/// The number of ticks from the start of one attack to the start of the next. Attacks overlap, so that a crowd does not
/// take long.
const ATTACK_OVERLAP_TICKS: u16 = 6;
/// The duration of the sparkles at a level-up and over a new ally, in ticks.
const SPARKLE_TICKS: u16 = 20;
/// The duration of the shake after a heavy hit, in ticks.
const SHAKE_TICKS: u16 = 8;
/// The number of ticks for which a monster that has woken or noticed the player shows its icon.
const ALERT_TICKS: u16 = 20;
/// The duration of the flight of a thrown item or of spat acid, in ticks.
const FLIGHT_TICKS: u16 = 10;
/// The number of ticks that the contents of a broken flask take to spread around its tile.
const SPREAD_TICKS: u16 = 5;
/// The duration of an explosion, in ticks.
const BURST_TICKS: u16 = 16;
/// The duration in ticks of [`Effect::Squeak`], [`Effect::Mark`] and [`Effect::Vanish`].
const CUE_TICKS: u16 = 18;
/// A hit on the player is heavy, and shakes the frame, if its damage is at least the player's maximum hit points
/// divided by this number.
const HEAVY_HIT_DIVISOR: u16 = 4;

/// The most effects at once, which occur when every creature slides or attacks. An attack consists of a lunge, a splat,
/// a number and perhaps a death.
const EFFECTS_MAX: usize = 4 * MONSTERS_MAX + 16;

/// One animated effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// The creature that is now at `to` slides there from `from`.
    Slide {
        /// The tile that the creature left.
        from: Pos,
        /// The tile that the creature entered.
        to: Pos,
    },
    /// The creature at `at` lunges toward a neighbouring tile.
    Lunge {
        /// The attacker's position.
        at: Pos,
        /// The target's position.
        toward: Pos,
    },
    /// A hit lands on this tile.
    Splat(Pos),
    /// The damage floats up as a number, or as a word if the blow missed.
    DamageNumber {
        /// The position of the creature that was hit.
        at: Pos,
        /// The damage; zero means a miss.
        damage: Damage,
        /// True if the player was hit.
        is_players: bool,
    },
    /// The hit points that the player has gained float up as a number.
    Gain(Hp),
    /// A killed monster falls.
    Death {
        /// The monster's kind.
        kind: MonsterKind,
        /// The monster's last position.
        at: Pos,
    },
    /// A monster slips into a vent.
    Vanish {
        /// The monster's kind.
        kind: MonsterKind,
        /// The vent.
        at: Pos,
    },
    /// A thrown item is in flight.
    Throw {
        /// The item as the player knew it.
        label: Label,
        /// The player's tile.
        from: Pos,
        /// The tile where the item stops.
        to: Pos,
    },
    /// Acid is in flight.
    Spit {
        /// The monster's tile.
        from: Pos,
        /// The tile where the acid lands.
        to: Pos,
    },
    /// A monster aims at a tile.
    Mark {
        /// The monster's tile.
        from: Pos,
        /// The tile that the monster aims at.
        to: Pos,
    },
    /// A spill spreads from its middle tile.
    Spread(Pos),
    /// A monster bursts over the tiles around it.
    Burst(Pos),
    /// A mouse squeaks.
    Squeak(Pos),
    /// A mouse becomes the player's ally.
    Overridden(Pos),
    /// A monster has woken or noticed the player.
    Alert(Pos),
    /// The player sparkles at a new level.
    Sparkle,
    /// The frame shakes.
    Shake,
}

/// An effect with its times, in ticks since the turn.
#[derive(Clone, Copy, Debug)]
pub(super) struct TimedEffect {
    /// The effect.
    pub(super) effect: Effect,
    /// The tick at which the effect starts.
    pub(super) start: u16,
    /// The duration of the effect in ticks.
    pub(super) length: u16,
}

/// The progress of a running effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The number of ticks since the effect started, less than the length.
    pub(crate) tick: u16,
    /// The length of the effect in ticks.
    pub(crate) length: u16,
}

/// The effects of the last turn.
#[derive(Clone, Debug, Default)]
pub struct Animation {
    effects: Vec<TimedEffect, EFFECTS_MAX>,
    tick: u16,
    end: u16,
    has_attack: bool,
    speed: AnimationSpeed,
    /// True if flashes and shakes are off.
    is_still: bool,
    /// The side that the player faces after bumping into an obstacle since the last turn; `None` without a bump (A18).
    bumped: Option<Side>,
}

impl Animation {
    /// An animation without effects.
    pub const NONE: Animation = Animation {
        effects: Vec::new(),
        tick: 0,
        end: 0,
        has_attack: false,
        speed: AnimationSpeed::Normal,
        is_still: false,
        bumped: None,
    };

    /// Animates the turn that produced `events`. A step takes `step_ticks` ticks; `hp_max` determines which hits on the
    /// player are heavy.
    pub fn new(events: &Events, step_ticks: u16, hp_max: Hp) -> Animation {
        let mut animation = Animation::NONE;
        animation.restart(events, step_ticks, hp_max);
        animation
    }

    /// Applies the player's options to future turns (H10).
    pub fn configure(&mut self, settings: &Settings) {
        (self.speed, self.is_still) = (settings.animation_speed(), !settings.has_flashes());
    }

    /// Returns whether flashes and shakes are off.
    pub(crate) const fn is_still(&self) -> bool {
        self.is_still
    }

    /// Works like [`new`](Animation::new), but in place, because an animation is large.
    pub fn restart(&mut self, events: &Events, step_ticks: u16, hp_max: Hp) {
        self.skip();
        // The effects of a landing start at the end of the flight.
        let (mut attack_start, mut landing) = (0, 0);
        for event in events {
            match *event {
                Event::Thrown { label, from, to } => {
                    self.add_flight(Effect::Throw { label, from, to }, 0);
                    (attack_start, landing) = (FLIGHT_TICKS, FLIGHT_TICKS);
                }
                Event::Spat { from, at, .. } => {
                    self.add_flight(Effect::Spit { from, to: at }, attack_start);
                    attack_start += FLIGHT_TICKS;
                    landing = attack_start;
                }
                // Spat acid covers only one tile, so it has no spreading effect.
                Event::Spilled { is_flask: false, .. } => {}
                Event::Spilled { at, .. } => self.add(Effect::Spread(at), landing, SPREAD_TICKS),
                Event::Marked { .. }
                | Event::Charged { .. }
                | Event::Leapt { .. }
                | Event::Burst { .. } => attack_start = self.add_marked(event, attack_start),
                Event::Squeaked { at, .. } => self.add(Effect::Squeak(at), 0, CUE_TICKS),
                Event::Overridden { at, .. } => self.add(Effect::Overridden(at), 0, SPARKLE_TICKS),
                Event::VentEntered { kind, at } => {
                    self.add(Effect::Vanish { kind, at }, 0, CUE_TICKS);
                }
                Event::Flung { from, to, .. } => {
                    self.add(Effect::Slide { from, to }, 0, LUNGE_TICKS)
                }
                Event::VentLeft { at: from, to, .. } | Event::Moved { from, to, .. } => {
                    self.add(Effect::Slide { from, to }, 0, step_ticks);
                }
                Event::Burned { at, damage, who, .. } => {
                    self.add_number(at, damage, who, landing);
                }
                Event::Dodged { from, at, .. } | Event::Shielded { from, at, .. } => {
                    let target = Actor::Monster(MonsterKind::NeoMouse);
                    self.add_attack(from, at, Damage::MISS, target, hp_max, attack_start);
                    attack_start += ATTACK_OVERLAP_TICKS;
                }
                Event::Struck { from, at, damage, target, .. } => {
                    self.add_attack(from, at, damage, target, hp_max, attack_start);
                    attack_start += ATTACK_OVERLAP_TICKS;
                }
                Event::StatusHurt { at, damage, who, .. } => self.add_number(at, damage, who, 0),
                // A monster that has burst is not shown falling.
                Event::Slain { at, .. } if self.has_burst(at) => {}
                Event::Slain { kind, at, .. } => {
                    self.add(Effect::Death { kind, at }, 0, ATTACK_TICKS);
                }
                Event::Noticed { at, .. } | Event::Woke { at, .. } => {
                    self.add(Effect::Alert(at), landing, ALERT_TICKS);
                }
                Event::Healed { hp }
                | Event::Leeched { hp }
                | Event::Bathed { hp, .. }
                | Event::Soothed { who: Actor::Player, hp, .. }
                    if hp > Hp::ZERO =>
                {
                    self.add(Effect::Gain(hp), LUNGE_TICKS, ATTACK_TICKS);
                }
                Event::LevelGained(_) => self.add(Effect::Sparkle, LUNGE_TICKS, SPARKLE_TICKS),
                // On a new floor, the effects of the old floor are not shown.
                Event::FloorEntered { .. } => self.skip(),
                _ => {}
            }
        }
    }

    fn add_number(&mut self, at: Pos, damage: Damage, who: Actor, start: u16) {
        let is_players = who == Actor::Player;
        self.add(Effect::DamageNumber { at, damage, is_players }, start, ATTACK_TICKS);
    }

    /// Adds the effects of a marked attack (M8). Returns the start of the next attack.
    fn add_marked(&mut self, event: &Event, attack_start: u16) -> u16 {
        match *event {
            // A marked lane or square needs no line to its monster, because its shape shows which monster marked it.
            Event::Marked { who: Actor::Monster(kind) | Actor::Ally(kind), from, at, .. }
                if marks_one_tile(kind) =>
            {
                self.add(Effect::Mark { from, to: at }, 0, CUE_TICKS);
            }
            Event::Charged { from, to, .. } | Event::Leapt { from, to, .. } => {
                self.has_attack = true;
                self.add(Effect::Slide { from, to }, 0, LUNGE_TICKS);
                // The blow starts when the monster has arrived.
                return attack_start.max(LUNGE_TICKS);
            }
            Event::Burst { at, .. } => {
                self.has_attack = true;
                self.add(Effect::Burst(at), 0, BURST_TICKS);
            }
            _ => {}
        }
        attack_start
    }

    fn has_burst(&self, at: Pos) -> bool {
        self.effects.iter().any(|timed| timed.effect == Effect::Burst(at))
    }

    fn add_attack(
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
        // An attacker that is not adjacent strikes from afar, so it does not lunge.
        if from.is_next_to(at) {
            self.add(Effect::Lunge { at: from, toward: at }, start, LUNGE_TICKS);
        }
        self.add(Effect::DamageNumber { at, damage, is_players }, start, ATTACK_TICKS);
        if damage != Damage::MISS {
            self.add(Effect::Splat(at), start, SPLAT_TICKS);
        }
        if is_players && damage.0 >= (hp_max.0 / HEAVY_HIT_DIVISOR).max(1) {
            self.add(Effect::Shake, start, SHAKE_TICKS);
        }
    }

    fn add_flight(&mut self, flight: Effect, start: u16) {
        self.has_attack = true;
        self.add(flight, start, FLIGHT_TICKS);
    }

    fn add(&mut self, effect: Effect, start: u16, length: u16) {
        let (start, length) = (self.speed.scaled(start), self.speed.scaled(length));
        if length == 0 || self.is_still && effect == Effect::Shake {
            return;
        }
        // An effect that does not fit is left out, because effects are only decoration.
        if self.effects.push(TimedEffect { effect, start, length }).is_ok() {
            self.end = self.end.max(start + length);
        }
    }

    /// Advances by a tick. Returns whether an effect was running.
    pub fn advance(&mut self) -> bool {
        let was_running = self.is_running();
        if was_running {
            self.tick += 1;
        }
        was_running
    }

    /// Ends the animation immediately.
    pub(crate) fn skip(&mut self) {
        self.effects.clear();
        (self.tick, self.end, self.has_attack) = (0, 0, false);
        self.bumped = None;
    }

    /// Makes the player face `side` until the next turn. The game does not record this side, because it refuses a step
    /// against an obstacle (A18).
    pub(crate) const fn turn_player(&mut self, side: Side) {
        self.bumped = Some(side);
    }

    /// Returns the side that the player faces on screen. `facing` is the side that the game has recorded
    /// for the player (A18).
    pub(crate) fn side_of_player(&self, facing: Side) -> Side {
        self.bumped.unwrap_or(facing)
    }

    /// Returns whether the animation is running.
    pub const fn is_running(&self) -> bool {
        self.tick < self.end
    }

    /// Returns whether the animation of a turn with an attack or a throw is running. Held buttons do not repeat until
    /// the animation ends (T10).
    pub const fn is_attack_running(&self) -> bool {
        self.has_attack && self.is_running()
    }

    /// Returns the running effects.
    pub fn running(&self) -> impl Iterator<Item = (Effect, Progress)> + '_ {
        self.effects
            .iter()
            .filter(|timed| timed.start <= self.tick && self.tick < timed.start + timed.length)
            .map(|timed| {
                (timed.effect, Progress { tick: self.tick - timed.start, length: timed.length })
            })
    }

    /// Returns all effects of the turn in order, including effects that have ended or not begun yet.
    pub(super) fn effects(&self) -> &[TimedEffect] {
        &self.effects
    }

    /// Returns the number of ticks since the turn.
    pub(super) const fn tick(&self) -> u16 {
        self.tick
    }

    /// Returns whether the item at `pos` is still in flight.
    pub(crate) fn is_in_flight(&self, pos: Pos) -> bool {
        self.pending().any(|effect| matches!(effect, Effect::Throw { to, .. } if to == pos))
    }

    /// Returns whether the spill at `pos` is not shown yet, because the flask or the acid is in flight, or the spill is
    /// still spreading.
    pub(crate) fn is_spill_hidden(&self, pos: Pos) -> bool {
        self.pending().any(|effect| match effect {
            // The spill of a flask may cover up to 5 × 5 tiles (B16).
            Effect::Throw { label, to, .. } => is_flask(label) && to.steps_to(pos) <= 2,
            Effect::Spit { to, .. } => to == pos,
            Effect::Spread(at) => (1..=2).contains(&at.steps_to(pos)),
            _ => false,
        })
    }

    /// Returns the effects that are running or that have not begun yet.
    fn pending(&self) -> impl Iterator<Item = Effect> + '_ {
        self.effects
            .iter()
            .filter(|timed| self.tick < timed.start + timed.length)
            .map(|timed| timed.effect)
    }

    /// Returns the distance in pixels between the creature at `pos` and its tile, and whether the creature attacks.
    pub fn offset(&self, pos: Pos) -> Offset {
        let mut offset = Offset::default();
        for (effect, progress) in self.running() {
            match effect {
                Effect::Slide { from, to } if to == pos => {
                    let left = pixels_left(progress);
                    let (dx, dy) = tiles_between(to, from);
                    offset.x += dx * left;
                    offset.y += dy * left;
                }
                Effect::Lunge { at, toward } if at == pos => {
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

fn is_flask(label: Label) -> bool {
    match label {
        Label::Known(kind) => kind.is_flask(),
        Label::Unknown(_) => true,
    }
}

/// Returns the number of pixels that remain of a slide; 0 in the last frame. The first frame is drawn in the tick that
/// plays the turn. In that frame, the number is rounded down to a multiple of four pixels (one word), because whole
/// words are drawn fastest.
fn pixels_left(Progress { tick, length }: Progress) -> i16 {
    const PIXELS_A_WORD: i16 = 4;
    let left = i16::try_from(16 * (length - 1 - tick) / length).unwrap_or(0);
    if tick == 0 { left - left % PIXELS_A_WORD } else { left }
}

/// The distance at which a creature is drawn from its tile.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Offset {
    /// The number of pixels to the right.
    pub x: i16,
    /// The number of pixels down.
    pub(crate) y: i16,
    /// True if the creature is striking. Such a creature is drawn last (A16).
    pub(crate) is_striking: bool,
}

fn tiles_between(from: Pos, to: Pos) -> (i16, i16) {
    let between = |from: u8, to: u8| i16::from(to) - i16::from(from);
    (between(from.x(), to.x()), between(from.y(), to.y()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::content::SpillKind;

    const HERE: Pos = Pos::at(10, 10);
    const EAST: Pos = Pos::at(11, 10);

    fn attack(damage: u16) -> Animation {
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

    fn has(animation: &Animation, wanted: impl Fn(Effect) -> bool) -> bool {
        animation.running().any(|(effect, ..)| wanted(effect))
    }

    // A9: at 60 ticks per second, an attack takes 1/3 s. Its lunge by half a tile takes 2/15 s, and its splat 1/5 s.
    #[test]
    fn an_attack_takes_its_time() {
        assert_eq!(ticks(attack(3), |_| true), 20);
        assert_eq!(ticks(attack(3), |now| now.offset(HERE).x == 8), 8);
        assert_eq!(ticks(attack(3), |now| has(now, |effect| effect == Effect::Splat(EAST))), 12);
        assert!(attack(3).is_attack_running());
    }

    // A6: a miss shows no splat, but the attacker lunges.
    #[test]
    fn a_miss_shows_no_splat() {
        assert_eq!(
            ticks(attack(0), |now| has(now, |effect| matches!(effect, Effect::Splat(_)))),
            0
        );
        assert_eq!(ticks(attack(0), |now| now.offset(HERE).is_striking), 8);
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

    // A9: a monster lunges even if its blow is dodged. A monster that spits from afar does not lunge; its splat follows
    // the flight.
    #[test]
    fn a_dodged_blow_lunges() {
        let mut events = Events::new();
        let kind = MonsterKind::NeoMouse;
        events.push(Event::Dodged { kind, from: HERE, at: EAST });
        let dodged = Animation::new(&events, 6, Hp(25));
        assert_eq!(ticks(dodged, |now| now.offset(HERE).is_striking), 8);
        let (attacker, target) = (Actor::Monster(MonsterKind::SpitMouse), Actor::Player);
        let (far, damage) = (Pos::at(14, 10), Damage(3));
        events.clear();
        events.push(Event::Spat { who: attacker, from: far, at: HERE });
        events.push(Event::Struck { attacker, target, from: far, at: HERE, damage });
        let spat = Animation::new(&events, 6, Hp(25));
        assert_eq!(ticks(spat.clone(), |now| now.offset(far) != Offset::default()), 0);
        let flies = |now: &Animation| has(now, |effect| matches!(effect, Effect::Spit { .. }));
        let splats = |now: &Animation| has(now, |effect| effect == Effect::Splat(HERE));
        assert_eq!(ticks(spat.clone(), |now| flies(now) && splats(now)), 0);
        assert_eq!([ticks(spat.clone(), flies), ticks(spat, splats)], [10, 12]);
    }

    // I6, T10: a thrown flask flies, and its spill stays hidden until the flask lands.
    #[test]
    fn what_is_thrown_lands_after_its_flight() {
        let mut events = Events::new();
        let label = Label::Known(crate::content::ItemKind::PotionOfVenom);
        events.push(Event::Thrown { label, from: HERE, to: EAST });
        events.push(Event::Spilled { kind: SpillKind::Gas, at: EAST, is_flask: true });
        let animation = Animation::new(&events, 6, Hp(25));
        assert_eq!(ticks(animation.clone(), |now| now.is_in_flight(EAST)), 10);
        assert_eq!(ticks(animation.clone(), |now| now.is_spill_hidden(EAST)), 10);
        assert_eq!(ticks(animation, |now| now.is_spill_hidden(Pos::at(12, 10))), 15);
    }

    // T10: a skipped animation ends immediately.
    #[test]
    fn it_can_be_skipped() {
        let mut animation = attack(3);
        animation.skip();
        assert!(!animation.is_running() && animation.running().next().is_none());
    }
}
