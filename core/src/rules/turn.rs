//! Plays a turn in its phases (T).

use crate::content::Status;
use crate::content::player::CALM_PART;
use crate::geometry::{Direction, TileSet};
use crate::quantity::{Damage, Floor};
use crate::rules::{Command, Event, Events, Refusal, ai};
use crate::world::{Cause, Conduct, Game, Outcome, Terrain, TurnScratch};

/// The player's actual action, after stun and confusion have replaced the command (T2).
enum Action {
    /// Carries out a command other than a step.
    Command(Command),
    /// Steps in the commanded direction, or in a random direction if confused.
    Walk(Direction),
    /// Does nothing, because of a status.
    LoseTurn(Status),
}

impl Game {
    /// Plays one turn. Only this function and [`step_and_look`](Game::step_and_look) play turns. `events` receives the
    /// events of the turn.
    ///
    /// # Errors
    /// Returns a [`Refusal`] if the command cannot be carried out. Then neither the game nor `events` has changed (T1).
    pub fn step(&mut self, command: Command, events: &mut Events) -> Result<Outcome, Refusal> {
        self.play_turn(command, events, None)
    }

    /// Plays one turn like [`step`](Game::step), and sets `visible` to the field of view after the turn. This saves a
    /// call of [`visible`](Game::visible).
    ///
    /// # Errors
    /// Fails like [`step`](Game::step). Then `visible` has not changed either.
    pub fn step_and_look(
        &mut self,
        command: Command,
        events: &mut Events,
        visible: &mut TileSet,
    ) -> Result<Outcome, Refusal> {
        self.play_turn(command, events, Some(visible))
    }

    fn play_turn(
        &mut self,
        command: Command,
        events: &mut Events,
        visible: Option<&mut TileSet>,
    ) -> Result<Outcome, Refusal> {
        self.accepts(command)?;
        events.clear();
        self.turn = self.turn.next();
        self.scratch.player_from = Some(self.player.body.pos);
        let action = self.apply_impairments(command);
        let stairs_to = self.act(action, events);
        self.check_player_death(events);
        for phase in
            [Game::feel_spill_as_player, Game::act_monsters, Game::tick_player, Game::end_turn]
        {
            if self.outcome == Outcome::Playing {
                phase(self, events);
                self.check_player_death(events);
            }
        }
        if let Some(floor) = stairs_to.filter(|_| self.outcome == Outcome::Playing) {
            self.change_floor(floor, events);
        }
        self.scratch = TurnScratch::EMPTY;
        self.update_view(visible);
        Ok(self.outcome)
    }

    /// Adds the field of view to the explored tiles, and sets `visible` to it.
    // Target: GBA. Not inlined: keeps a tile set off the small stack while the turn is played.
    #[inline(never)]
    fn update_view(&mut self, visible: Option<&mut TileSet>) {
        let seen = self.look_around();
        if let Some(visible) = visible {
            *visible = seen;
        }
    }

    /// Lets all monsters act (T4).
    // Target: GBA. Not inlined: frees the stack space of distance maps before a floor is built.
    #[inline(never)]
    fn act_monsters(&mut self, events: &mut Events) {
        ai::act(self, events);
    }

    /// Ends the turn: spills age, doors close, monsters in vents wait or come out, noise is heard, guards come, and the
    /// time of the cameras runs down (T6).
    // Target: GBA. Not inlined: keeps tile sets off the small stack while monsters act.
    #[inline(never)]
    fn end_turn(&mut self, events: &mut Events) {
        self.age_spills();
        self.close_doors();
        self.tick_vents(events);
        self.hear(events);
        self.call_guards(events);
        let cameras = &mut self.current_floor.camera_turns;
        *cameras = cameras.saturating_sub(1);
    }

    /// Applies stun and confusion to the command. A stun takes the turn. Confusion replaces every command by a random
    /// step; if that step is impossible, the turn is lost (T2).
    fn apply_impairments(&mut self, command: Command) -> Action {
        let statuses = &self.player.body.statuses;
        if statuses.has(Status::Stunned) {
            return Action::LoseTurn(Status::Stunned);
        }
        if statuses.has(Status::Confused) {
            return match self.random_direction().filter(|&direction| self.can_stray(direction)) {
                Some(direction) => Action::Walk(direction),
                None => Action::LoseTurn(Status::Confused),
            };
        }
        match command {
            Command::Walk(direction) => Action::Walk(direction),
            other => Action::Command(other),
        }
    }

    /// Rolls a random direction: dx and dy are each −1, 0 or +1, with 0 as likely as −1 and +1 together;
    /// `None` if both are 0 (T2).
    pub(super) fn random_direction(&mut self) -> Option<Direction> {
        let mut sign = || match self.dice.uniform(0..=3) {
            0 => -1,
            1 => 1,
            _ => 0,
        };
        let (dx, dy) = (sign(), sign());
        Direction::from_signs(dx, dy)
    }

    /// Returns whether a confused player may step in `direction`. The step may lead only onto a walkable tile other
    /// than stairs, or against a creature (T2).
    fn can_stray(&self, direction: Direction) -> bool {
        let Some(to) = self.player.body.pos.step(direction) else { return false };
        let terrain = self.current_floor.map.terrain(to);
        (terrain.is_walkable() && !terrain.is_stairs())
            || self.current_floor.monster_at(to).is_some()
    }

    /// Carries out the player's action (T3). If the player enters stairs, returns the floor to which the stairs lead.
    // Target: GBA. Not inlined: keeps a tile set off the small stack while monsters act.
    #[inline(never)]
    fn act(&mut self, action: Action, events: &mut Events) -> Option<Floor> {
        match action {
            Action::Walk(direction) => return self.walk_player(direction, events),
            Action::LoseTurn(status) => events.push(Event::TurnLost(status)),
            Action::Command(Command::Use(index)) => self.use_item(index, events),
            Action::Command(Command::Wear(index)) => self.wear_item(index, events),
            Action::Command(Command::TakeOff(slot)) => self.take_off_item(slot, events),
            Action::Command(Command::Drop(index)) => self.drop_item(index, events),
            Action::Command(Command::Throw(index, at)) => self.throw_item(index, at, events),
            Action::Command(Command::Graft(index)) => self.take_graft(index, events),
            Action::Command(Command::Deed(at)) => self.do_deed(at, events),
            Action::Command(Command::Wait | Command::Walk(_)) => {
                if self.can_whirl() {
                    self.whirl(events);
                    return None;
                }
                self.mode.break_conduct(Conduct::NoRest);
                events.push(Event::Waited);
            }
        }
        None
    }

    /// Ends the run if the player is dead. The turn calls this after each of its phases. So nothing acts after the
    /// player's death, and a dead player cannot win (T6).
    fn check_player_death(&mut self, events: &mut Events) {
        if self.outcome == Outcome::Playing && self.player.body.hp.is_dead() {
            self.outcome = Outcome::Dead;
            let cause = self.last_damage_cause.expect("only harm takes the last hit point");
            events.push(Event::PlayerDied { cause });
        }
    }

    /// Takes hit points from the player, and stores the cause if any were lost. A calm night halves the damage. Returns
    /// the hit points lost.
    pub(super) fn damage_player(&mut self, damage: Damage, by: Cause) -> Damage {
        let harm = self.harm_of(damage);
        if harm != Damage::MISS {
            self.player.body.hp = self.player.body.hp.hurt(harm);
            self.last_damage_cause = Some(by);
        }
        harm
    }

    /// Returns the hit points that `damage` takes from the player. A calm night halves the damage and rounds up, so a
    /// hit that does damage still takes at least 1 hit point (A19).
    pub(crate) fn harm_of(&self, damage: Damage) -> Damage {
        if self.mode.is_calm() { Damage(damage.0.div_ceil(CALM_PART)) } else { damage }
    }

    /// Closes every open door, unless an item lies in the door or a creature is in or next to the door (W14). A spill
    /// in a closing door disappears, because spills lie only on open ground (I7).
    fn close_doors(&mut self) {
        let floor = &self.current_floor;
        if floor.map.open_doors().is_empty() {
            return;
        }
        let player = self.player.body.pos;
        let is_near = |door: crate::geometry::Pos| {
            player.steps_to(door) <= 1
                || floor.monsters.iter().any(|monster| monster.body.pos.steps_to(door) <= 1)
                || floor.item_at(door).is_some()
        };
        let mut closing = floor.map.open_doors().clone();
        for door in floor.map.open_doors().iter().filter(|&door| is_near(door)) {
            closing.remove(door);
        }
        for door in closing.iter() {
            self.current_floor.map.set(door, Terrain::DoorClosed);
            self.current_floor.spills.retain(|spill| spill.pos != door);
        }
    }
}
