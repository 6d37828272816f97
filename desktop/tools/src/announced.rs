//! Counts the hit points that the player loses, and the deaths. Both counts are grouped by the warning that was shown
//! one turn earlier.

use musrex_core::content::Status;
use musrex_core::geometry::{Pos, TileSet};
use musrex_core::quantity::Damage;
use musrex_core::rules::event::{Actor, Event};
use musrex_core::{Events, Game, Outcome};

/// The warning that was shown one turn before the harm.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Announced {
    /// A mark was drawn on the tile where the player was struck (M8).
    Mark,
    /// The cause of the harm was already visible: a status of the player, or a spill or a live cable on the tile.
    Running,
    /// The hit-point bar predicted the attack of an awake, adjacent enemy (H1).
    Bar,
    /// Nothing was shown, because the attacker or the cause was not there one turn earlier.
    Not,
}

impl Announced {
    /// The number of values of this type.
    pub const COUNT: usize = 4;
}

/// Lost hit points and deaths, grouped by [`Announced`].
#[derive(Clone, Copy, Debug, Default)]
pub struct Harm {
    /// The hit points lost.
    pub hp: [u32; Announced::COUNT],
    /// The deaths, at most one per game. A death that the hit-point bar did not show as possible counts as not
    /// announced.
    pub deaths: [u32; Announced::COUNT],
}

impl Harm {
    /// Adds the counts of another game.
    pub fn add(&mut self, other: &Harm) {
        for index in 0..Announced::COUNT {
            self.hp[index] += other.hp[index];
            self.deaths[index] += other.deaths[index];
        }
    }

    /// Counts a turn: `drawn` are the warnings shown before the turn, and `game` is the state after it.
    pub fn count(&mut self, drawn: &Drawn, game: &Game, events: &Events) {
        let mut last = None;
        for (place, event) in events.iter().enumerate() {
            let Some((announced, hp)) = drawn.harm(event, &events.iter().as_slice()[..place])
            else {
                continue;
            };
            self.hp[announced as usize] += u32::from(hp);
            last = Some(announced);
        }
        if let Some(announced) = last.filter(|_| game.outcome() == Outcome::Dead) {
            let announced = if drawn.may_die { announced } else { Announced::Not };
            self.deaths[announced as usize] += 1;
        }
    }
}

/// The warnings shown at the start of a turn.
#[derive(Debug)]
pub struct Drawn {
    marked: TileSet,
    /// All tiles with live cables, plus the player's tile and its neighbours if they have spills.
    running: TileSet,
    /// A flag for each status, true if the player has the status.
    statuses: [bool; Status::ALL.len()],
    /// The tiles of the enemies whose attacks the hit-point bar predicts.
    strikers: TileSet,
    /// True if the hit-point bar shows that the turn may kill the player.
    may_die: bool,
}

impl Drawn {
    /// Returns the warnings that are shown now.
    pub fn of(game: &Game) -> Drawn {
        let floor = game.current_floor();
        let (mut marked, mut running) = (TileSet::EMPTY, TileSet::EMPTY);
        floor.marked().for_each(|at| marked.insert(at));
        floor.map.live_cables().iter().for_each(|at| running.insert(at));
        let player = &game.player().body;
        let near = player.pos.neighbours().chain([player.pos]);
        near.filter(|&at| floor.spill_at(at).is_some()).for_each(|at| running.insert(at));
        let statuses = Status::ALL.map(|status| player.statuses.has(status));
        let mut strikers = TileSet::EMPTY;
        let strike = floor.monsters.iter().filter(|it| game.coming_blow(it) != Damage::MISS);
        strike.for_each(|monster| strikers.insert(monster.body.pos));
        let may_die = game.coming_harm().0 >= player.hp.0;
        Drawn { marked, running, statuses, strikers, may_die }
    }

    /// Returns the hit points that an event took from the player, and the warning for them. `before` are the earlier
    /// events of the same turn.
    fn harm(&self, event: &Event, before: &[Event]) -> Option<(Announced, u16)> {
        let running = |is_drawn| if is_drawn { Announced::Running } else { Announced::Not };
        match *event {
            Event::Struck {
                attacker: Actor::Monster(_),
                target: Actor::Player,
                from,
                at,
                damage,
            } => {
                let is_of_mark = before.iter().any(|event| has_come_from(event, from));
                let is_drawn = is_of_mark && self.marked.contains(at);
                let announced = if is_drawn {
                    Announced::Mark
                } else if self.strikers.contains(from) {
                    Announced::Bar
                } else {
                    Announced::Not
                };
                (damage.0 > 0).then_some((announced, damage.0))
            }
            Event::Burned { who: Actor::Player, at, damage, .. } => {
                Some((running(self.running.contains(at)), damage.0))
            }
            Event::StatusHurt { who: Actor::Player, status, damage, .. } => {
                Some((running(self.statuses[status as usize]), damage.0))
            }
            _ => None,
        }
    }
}

/// Returns whether an event is a marked attack by a monster that strikes from `pos`. A charging monster may strike from
/// any tile on its way to the mark.
fn has_come_from(event: &Event, pos: Pos) -> bool {
    match *event {
        Event::Spat { from, .. } | Event::Burst { at: from, .. } => from == pos,
        Event::Leapt { to, .. } => to == pos,
        Event::Charged { from, to, .. } => {
            from.steps_to(pos) + pos.steps_to(to) == from.steps_to(to)
        }
        _ => false,
    }
}
