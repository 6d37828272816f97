//! The turn, readable aloud (T).

use crate::content::Status;
use crate::geometry::Direction;
use crate::quantity::{Damage, Floor};
use crate::rules::ai::Monsters;
use crate::rules::{Cause, Command, Event, Events, Refusal};
use crate::world::{Game, Outcome};

/// What the player does once stun and confusion have had their say (T2).
enum Deed {
    /// As commanded.
    Command(Command),
    /// A step, as commanded or at random.
    Walk(Direction),
    /// The turn is lost to a status.
    Falter(Status),
}

impl Game {
    /// Plays one turn: the one door into the rules. `events` then holds what happened in it.
    ///
    /// # Errors
    /// A [`Refusal`] when the command cannot be carried out; nothing has changed then, and
    /// `events` is as it was (T1).
    pub fn step(&mut self, command: Command, events: &mut Events) -> Result<Outcome, Refusal> {
        self.accepts(command)?;
        events.clear();
        self.turn = self.turn.next();
        let deed = self.overrule(command);
        let way_off = self.act(deed, events);
        if self.outcome == Outcome::Playing {
            self.move_monsters(events);
            self.tick_player(events);
            self.bury_player(events);
            self.reinforce(events);
        }
        if let Some(floor) = way_off.filter(|_| self.outcome == Outcome::Playing) {
            self.change_floor(floor, events);
        }
        events.show(self.look_around());
        Ok(self.outcome)
    }

    /// All others act (T4). A frame of its own, because what monsters know of the ways is large, and
    /// on small machines it must be off the stack before a floor is made.
    #[inline(never)]
    fn move_monsters(&mut self, events: &mut Events) {
        Monsters::new(self).act(self, events);
    }

    /// Stun takes the turn away, confusion takes the choice of way (T2).
    fn overrule(&mut self, command: Command) -> Deed {
        let statuses = &self.player.body.statuses;
        if statuses.has(Status::Stunned) {
            return Deed::Falter(Status::Stunned);
        }
        match command {
            Command::Walk(_) if statuses.has(Status::Confused) => {
                match self.stagger().filter(|&way| self.can_go(way)) {
                    Some(way) => Deed::Walk(way),
                    None => Deed::Falter(Status::Confused),
                }
            }
            Command::Walk(direction) => Deed::Walk(direction),
            other => Deed::Command(other),
        }
    }

    /// A way at random: dx and dy each −1, 0 or +1, with 0 twice as likely, so that it may come to
    /// nothing (T2).
    pub(super) fn stagger(&mut self) -> Option<Direction> {
        let mut sign = || match self.dice.uniform(0..=3) {
            0 => -1,
            1 => 1,
            _ => 0,
        };
        let (dx, dy) = (sign(), sign());
        Direction::from_signs(dx, dy)
    }

    fn can_go(&self, way: Direction) -> bool {
        self.player.body.pos.step(way).is_some_and(|to| self.here.map.terrain(to).is_passable())
    }

    /// The player acts (T3). Gives the floor that stairs ask for.
    fn act(&mut self, deed: Deed, events: &mut Events) -> Option<Floor> {
        match deed {
            Deed::Walk(direction) => return self.walk_player(direction, events),
            Deed::Falter(status) => events.push(Event::Faltered(status)),
            Deed::Command(Command::Use(index)) => self.use_item(index, events),
            Deed::Command(Command::Wear(index)) => self.wear_item(index, events),
            Deed::Command(Command::TakeOff(slot)) => self.take_off_item(slot, events),
            Deed::Command(Command::Drop(index)) => self.drop_item(index, events),
            Deed::Command(Command::Wait | Command::Walk(_)) => events.push(Event::Waited),
        }
        None
    }

    /// Death is checked after everything that can hurt, statuses among it (T6).
    fn bury_player(&mut self, events: &mut Events) {
        if self.player.body.hp.is_dead() {
            self.outcome = Outcome::Dead;
            let cause = self.last_harm.expect("only harm takes the last hit point");
            events.push(Event::PlayerDied { cause });
        }
    }

    /// Takes hit points from the player and remembers what did.
    pub(super) fn hurt_player(&mut self, damage: Damage, by: Cause) {
        self.player.body.hp = self.player.body.hp.hurt(damage);
        self.last_harm = Some(by);
    }
}
