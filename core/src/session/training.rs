//! The training: the current room, and the player's actions in that room (H21).

use crate::content::Drill;
use crate::content::training::DOORWAY_KILLS;
use crate::rules::{Actor, Aside, Event, Events};
use crate::world::{Cause, Game, Outcome};

/// The number of ticks for which a passed room is still shown: three quarters of a second.
const PASSED_TICKS: u8 = 45;

/// The result of a turn in a room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DrillResult {
    /// The room is neither passed nor failed yet.
    Open,
    /// The player has done the action that the room teaches.
    Passed,
    /// The room can no longer be passed, so it begins again.
    Failed,
}

/// The state of the training.
#[derive(Clone, Debug)]
pub(crate) struct Training {
    /// The current room; `None` after the last room.
    drill: Option<Drill>,
    /// The number of mice that the player has killed in a doorway.
    door_kills: u8,
    /// True once the player has looked at the mouse.
    has_looked: bool,
    /// True once the player has begun an auto-travel from the map.
    has_used_map: bool,
    /// The number of ticks until the next room; 0 while this room is not passed.
    ticks_to_next: u8,
    /// The run that was set aside during the training, if there is one.
    pub(crate) aside: Option<Aside>,
}

impl Training {
    /// Starts the training with the first room.
    pub(crate) const fn new(aside: Option<Aside>) -> Training {
        Training {
            drill: Some(Drill::ALL[0]),
            door_kills: 0,
            has_looked: false,
            has_used_map: false,
            ticks_to_next: 0,
            aside,
        }
    }

    /// Returns the current room; `None` after the last room.
    pub(crate) const fn drill(&self) -> Option<Drill> {
        self.drill
    }

    /// Returns whether the room was passed. The next room then follows by itself.
    pub(crate) const fn is_passed(&self) -> bool {
        self.ticks_to_next > 0
    }

    /// Records that the player looks at a mouse. Returns whether this action passes the room.
    pub(crate) fn note_look(&mut self) -> bool {
        let is_news = self.drill == Some(Drill::Look) && !self.has_looked;
        self.has_looked |= is_news;
        is_news
    }

    /// Records that the player begins an auto-travel from the map.
    pub(crate) const fn note_map(&mut self) {
        self.has_used_map = true;
    }

    /// Starts the period in which a passed room is still shown.
    pub(crate) const fn pass(&mut self) {
        self.ticks_to_next = PASSED_TICKS;
    }

    /// Forgets the player's actions in the room.
    pub(crate) const fn begin_again(&mut self) {
        (self.door_kills, self.has_looked, self.has_used_map) = (0, false, false);
        self.ticks_to_next = 0;
    }

    /// Advances by a tick after a room was passed. Returns whether the next room or the end of the training is due.
    pub(crate) fn advance(&mut self) -> bool {
        self.ticks_to_next = self.ticks_to_next.saturating_sub(1);
        if self.ticks_to_next > 0 {
            return false;
        }
        self.drill = self.drill.and_then(|drill| Drill::ALL.get(drill as usize + 1).copied());
        self.begin_again();
        true
    }

    /// Records a turn in the room. `game` is the state after the turn. `has_explored` is true if the player has used
    /// the explore button in the room.
    pub(crate) fn note_turn(
        &mut self,
        game: &Game,
        events: &Events,
        has_explored: bool,
    ) -> DrillResult {
        let Some(drill) = self.drill else { return DrillResult::Open };
        let (is_passed, is_over) = self.judge(drill, game, events, has_explored);
        match (game.outcome(), is_passed, is_over) {
            (Outcome::Dead | Outcome::Won, ..) => DrillResult::Failed,
            (_, true, _) => DrillResult::Passed,
            (_, false, true) => DrillResult::Failed,
            (_, false, false) => DrillResult::Open,
        }
    }

    /// Returns whether the turn has passed the room, and whether the room can no longer be passed.
    fn judge(
        &mut self,
        drill: Drill,
        game: &Game,
        events: &Events,
        has_explored: bool,
    ) -> (bool, bool) {
        let floor = game.current_floor();
        let has = |is_it: fn(&Event) -> bool| events.iter().any(is_it);
        let is_alone = floor.monsters.is_empty();
        let has_found = has(|event| matches!(event, Event::PickedUp { .. }));
        let is_slain = has(|event| matches!(event, Event::Slain { by_player: true, .. }));
        // The item of the room was used up: it is neither in the pack nor in the room.
        let is_gone = game.player().pack.is_empty() && floor.items.is_empty();
        match drill {
            Drill::Walk | Drill::Diagonal => (has_found, false),
            Drill::Explore => (has_found && has_explored, has_found),
            Drill::Map => (has_found && self.has_used_map, has_found),
            Drill::Look => (false, is_alone),
            Drill::Sleeper => (is_slain, has(|event| matches!(event, Event::Woke { .. }))),
            Drill::Door => {
                for event in events {
                    if let Event::Slain { at, by_player: true, .. } = *event {
                        self.door_kills += u8::from(floor.map.terrain(at).is_door());
                    }
                }
                (self.door_kills >= DOORWAY_KILLS, is_alone)
            }
            Drill::Pack => (has(|event| matches!(event, Event::Healed { .. })), is_gone),
            Drill::Wear => (has(|event| matches!(event, Event::PutOn { .. })), is_gone),
            Drill::Bait => (has(|event| matches!(event, Event::Eats { .. })), is_gone || is_alone),
            Drill::Throw => (
                has(|event| matches!(event, Event::Burned { who: Actor::Monster(_), .. })),
                game.player().pack.is_empty() && floor.spills.is_empty() || is_alone,
            ),
            Drill::Mark => {
                let player = game.player().body.pos;
                let mut spat = events.iter().filter_map(|event| match *event {
                    Event::Spat { at, .. } => Some(at),
                    _ => None,
                });
                (spat.any(|at| at != player), is_alone)
            }
            Drill::Squeak => {
                let has_squeaked = has(|event| matches!(event, Event::Squeaked { .. }));
                (is_slain && !has_squeaked, has_squeaked)
            }
            Drill::Deed => (
                has(|event| {
                    matches!(
                        event,
                        Event::Burned { who: Actor::Monster(_), cause: Cause::Cable, .. }
                    )
                }),
                is_alone || game.player().build.charges == 0,
            ),
        }
    }
}
