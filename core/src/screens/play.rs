//! The game itself: steps, journeys, what is said and what is seen.

use super::animation::Animation;
use super::harms::Harms;
use super::message_log::{Entry, MessageLog};
use crate::content::MonsterKind;
use crate::content::text::{self, Message};
use crate::draw::Frame;
use crate::draw::hud::{self, BAR_HEIGHT};
use crate::draw::looks::Looks;
use crate::draw::map_view::{IDLE_TICKS, View};
use crate::draw::widgets::Area;
use crate::geometry::{Direction, TileSet};
use crate::input::{Button, Pad, Pointer, Steer, Steering};
use crate::rules::travel::{self, AutoTravel, Interrupt, TravelMonitor};
use crate::rules::{Command, Event, Events};
use crate::settings::Settings;
use crate::world::{Game, Outcome};

/// Ticks of a step on a auto-travel: fast, but still seen.
const JOURNEY_STEP_TICKS: u16 = 2;
/// Ticks of a step at most, so that slow hands do not make slow feet.
const STEP_TICKS_MAX: u16 = 8;
/// Ticks after which a held A rests.
const REST_AFTER_TICKS: u8 = 20;
/// Turns for which a message stays on the screen.
const MESSAGE_TURNS: u32 = 3;
/// Ticks after the last turn for which messages stay on the screen: five seconds.
const MESSAGE_TICKS: u16 = 300;

/// What a tick of play has led to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outlook {
    /// Play goes on.
    Same,
    /// The player stands on another floor.
    FloorChanged,
    /// The run has ended.
    Ended,
}

/// All that the play screen knows beyond the game.
#[derive(Clone, Debug)]
pub(super) struct Play {
    animation: Animation,
    log: MessageLog,
    harms: Harms,
    /// Of the last turn, and what is seen after it.
    events: Events,
    /// How things stood after it.
    travel_monitor: TravelMonitor,
    steering: Steering,
    auto_travel: Option<AutoTravel>,
    /// Whether what is held must be let go and pressed again before it moves anyone.
    is_halted: bool,
    /// Whether the pointer's button, held since a stop, must be let go first.
    is_pointer_spent: bool,
    pointer: Option<Pointer>,
    /// Where the map was drawn last, to know what the pointer points at.
    area: Option<Area>,
    clock: u32,
    /// Ticks since something was played or said.
    idle_ticks: u16,
    needs_drawing: bool,
    /// The command of a turn that was not saved yet.
    played: Option<Command>,
}

impl Play {
    pub(super) fn new(game: &Game) -> Play {
        let mut events = Events::new();
        events.show(game.visible());
        let travel_monitor = TravelMonitor::new(game, events.visible());
        Play {
            animation: Animation::NONE,
            log: MessageLog::new(),
            harms: Harms::default(),
            events,
            travel_monitor,
            steering: Steering::default(),
            auto_travel: None,
            is_halted: false,
            is_pointer_spent: false,
            pointer: None,
            area: None,
            clock: 0,
            idle_ticks: 0,
            needs_drawing: true,
            played: None,
        }
    }

    /// The command of a turn that was played and is to be saved.
    pub(super) fn take_played(&mut self) -> Option<Command> {
        self.played.take()
    }

    /// A new run has begun, or the game was changed from outside: becomes what [`new`](Play::new) gives, in
    /// place, for it is large.
    #[inline(never)]
    pub(super) fn start(&mut self, game: &Game) {
        self.animation.skip();
        self.log.clear();
        self.harms.clear();
        self.events.clear();
        self.events.show(game.visible());
        self.travel_monitor = TravelMonitor::new(game, self.events.visible());
        (self.steering, self.auto_travel) = (Steering::default(), None);
        (self.is_halted, self.is_pointer_spent) = (false, false);
        (self.pointer, self.area, self.played) = (None, None, None);
        (self.clock, self.idle_ticks, self.needs_drawing) = (0, 0, true);
    }

    pub(super) const fn log(&self) -> &MessageLog {
        &self.log
    }

    pub(super) const fn harms(&self) -> &Harms {
        &self.harms
    }

    pub(super) const fn visible(&self) -> &TileSet {
        self.events.visible()
    }

    /// Says something that is no event.
    pub(super) fn say(&mut self, message: Message, game: &Game) {
        self.log.push(message, game.turn());
        self.idle_ticks = 0;
        self.needs_drawing = true;
    }

    /// Says several things.
    pub(super) fn say_all(&mut self, messages: impl IntoIterator<Item = Message>, game: &Game) {
        for message in messages {
            self.say(message, game);
        }
    }

    /// Sets out, unless under an enemy's eyes; the next tick takes the first step.
    pub(super) fn set_out(&mut self, auto_travel: AutoTravel, game: &Game) {
        if let Some(kind) = travel::alert_enemy_in_sight(game, self.visible()) {
            return self.stop(game, Interrupt::Watched(kind));
        }
        self.auto_travel = Some(auto_travel);
        self.is_halted = false;
    }

    /// The picture must be drawn again, whatever happens.
    pub(super) fn refresh(&mut self) {
        self.needs_drawing = true;
    }

    /// Nothing held moves anyone until it is pressed afresh.
    pub(super) fn halt(&mut self) {
        self.auto_travel = None;
        self.is_halted = true;
        self.is_pointer_spent = true;
    }

    pub(super) const fn is_animating(&self) -> bool {
        self.animation.is_running()
    }

    /// Whether nothing moves, and nothing will before something is pressed.
    pub(super) fn is_resting(&self) -> bool {
        let is_pointed = self.pointer.is_some_and(|pointer| pointer.is_held);
        self.auto_travel.is_none() && !is_pointed && !self.is_animating()
    }

    /// Time passes for what is only to be seen.
    pub(super) fn advance(&mut self) {
        self.clock = self.clock.wrapping_add(1);
        self.idle_ticks = self.idle_ticks.saturating_add(1);
        let is_idle_change = self.clock.is_multiple_of(IDLE_TICKS / 2);
        let is_silence = self.idle_ticks == MESSAGE_TICKS;
        if self.animation.advance() || is_idle_change || is_silence {
            self.needs_drawing = true;
        }
    }

    /// One tick of the player's hands.
    pub(super) fn tick(
        &mut self,
        game: &mut Game,
        pad: &Pad,
        pointer: Option<Pointer>,
        settings: &Settings,
    ) -> Outlook {
        self.advance();
        self.watch_hands(game, pad, pointer);
        let repeat = settings.repeat_speed.repeat();
        let step_ticks = u16::from(repeat.interval).min(STEP_TICKS_MAX);
        let steer = self.steering.update(pad, repeat, pad.held().has(Button::R));
        let explores = pad.held().has(Button::L) && pad.held().has(Button::R);
        match steer {
            _ if explores && !pad.pressed().is_empty() => {
                self.auto_travel = Some(AutoTravel::Explore);
                self.go_on(game)
            }
            Some(Steer::Fresh(way)) if pad.held().has(Button::B) => {
                self.auto_travel = Some(AutoTravel::Dash(way));
                self.go_on(game)
            }
            Some(Steer::Fresh(way)) => self.play(game, Command::Walk(way), step_ticks),
            _ if pad.is_pressed(Button::A) => self.play(game, Command::Wait, step_ticks),
            Some(Steer::Repeated(way)) if self.may_repeat(game, way) => {
                self.play(game, Command::Walk(way), step_ticks)
            }
            _ => self.go_on(game),
        }
    }

    /// A fresh press ends whatever was going on and takes the brakes off.
    fn watch_hands(&mut self, game: &Game, pad: &Pad, pointer: Option<Pointer>) {
        if pointer != self.pointer {
            self.pointer = pointer;
            self.needs_drawing = true;
        }
        if !pointer.is_some_and(|pointer| pointer.is_held) {
            self.is_pointer_spent = false;
        }
        if !pad.pressed().is_empty() {
            self.auto_travel = None;
            self.is_halted = false;
        }
        let rests = matches!(self.auto_travel, Some(AutoTravel::Rest));
        if rests && !pad.held().has(Button::A) {
            self.auto_travel = None;
        }
        let asks_rest = pad.held().has(Button::A) && pad.held_ticks() >= REST_AFTER_TICKS;
        if asks_rest && !self.is_halted && !travel::is_rested(game) {
            self.auto_travel = Some(AutoTravel::Rest);
        }
    }

    /// A held direction never carries the player into a fight, or on through one.
    fn may_repeat(&self, game: &Game, way: Direction) -> bool {
        let to = game.player().body.pos.step(way);
        !self.is_halted
            && !self.animation.is_attack_running()
            && to.is_some_and(|to| {
                let terrain = game.current_floor().map.terrain(to);
                game.current_floor().monster_at(to).is_none()
                    && !terrain.is_stairs()
                    && !terrain.is_door()
            })
    }

    /// The next step of the auto-travel, if there is one and nothing is in its way.
    fn go_on(&mut self, game: &mut Game) -> Outlook {
        if self.animation.is_running() {
            return Outlook::Same;
        }
        let auto_travel = self.auto_travel.or_else(|| self.pointed_travel(game));
        let Some(mut auto_travel) = auto_travel else { return Outlook::Same };
        match auto_travel.next(game, self.visible()) {
            Ok(command) => {
                self.auto_travel = match auto_travel {
                    // The pointer may have moved on: it is asked again before every step.
                    AutoTravel::Walk(_) if self.auto_travel.is_none() => None,
                    _ => Some(auto_travel),
                };
                let outlook = self.play(game, command, JOURNEY_STEP_TICKS);
                if let (Command::Walk(way), Outlook::Same) = (command, outlook)
                    && let Some(stop) = auto_travel.ends_at(game, way)
                {
                    self.stop(game, stop);
                }
                outlook
            }
            Err(stop) => {
                self.stop(game, stop);
                Outlook::Same
            }
        }
    }

    /// The walk that the held pointer asks for.
    fn pointed_travel(&self, game: &Game) -> Option<AutoTravel> {
        let pointer = self.pointer.filter(|pointer| pointer.is_held && !self.is_pointer_spent)?;
        let goal = self.view(game, self.area?).tile_at(pointer.x, pointer.y)?;
        (goal != game.player().body.pos).then_some(AutoTravel::Walk(goal))
    }

    /// Ends the auto-travel and says why.
    fn stop(&mut self, game: &Game, stop: Interrupt) {
        if let Some(message) = text::of_interrupt(stop) {
            self.say(message, game);
        }
        self.halt();
        self.needs_drawing = true;
    }

    /// Plays a command and shows what came of it. What was still moving is skipped.
    fn play(&mut self, game: &mut Game, command: Command, step_ticks: u16) -> Outlook {
        self.animation.skip();
        self.idle_ticks = 0;
        self.needs_drawing = true;
        let floor = game.floor();
        if let Err(refusal) = game.step(command, &mut self.events) {
            if let Some(message) = text::of_refusal(refusal) {
                self.log.push(message, game.turn());
            }
            self.halt();
            return Outlook::Same;
        }
        self.played = Some(command);
        let interrupt = self.travel_monitor.interrupt(game, self.events.visible());
        for event in &self.events {
            self.harms.note(event, game.turn());
            if let Some(message) = text::of_event(event) {
                self.log.push(message, game.turn());
            }
        }
        self.animation.show(&self.events, step_ticks, game.player_stats().hp_max);
        if game.outcome() != Outcome::Playing {
            return Outlook::Ended;
        }
        if game.floor() != floor {
            self.halt();
            return Outlook::FloorChanged;
        }
        match interrupt {
            // That it notices has just been said.
            Some(Interrupt::Enemy(kind)) if self.has_noticed(kind) => self.halt(),
            Some(stop) => self.stop(game, stop),
            None => {}
        }
        Outlook::Same
    }

    fn has_noticed(&self, noticed: MonsterKind) -> bool {
        let is_it =
            |event: &Event| matches!(event, Event::Noticed { kind, .. } if *kind == noticed);
        self.events.iter().any(is_it)
    }

    /// What the screen shows of the floor.
    pub(super) fn view<'a>(&'a self, game: &'a Game, area: Area) -> View<'a> {
        View { game, visible: self.visible(), animation: &self.animation, clock: self.clock, area }
    }

    /// Whether the picture must be drawn again; it is taken for drawn then.
    pub(super) fn take_refresh(&mut self) -> bool {
        core::mem::take(&mut self.needs_drawing)
    }

    /// Draws the screen.
    pub(super) fn draw(&mut self, game: &Game, looks: &Looks, frame: &mut Frame<'_>) {
        let area = hud::map_area(frame);
        self.area = Some(area);
        let view = self.view(game, area);
        let recent = |entry: &&Entry| {
            self.idle_ticks < MESSAGE_TICKS && entry.turn.0 + MESSAGE_TURNS >= game.turn().0
        };
        let messages = hud::latest(frame, self.log.iter().rev().take_while(recent));
        let others = self.log.iter().rev().skip(messages.len());
        let others = others.take_while(|entry| entry.turn == game.turn() && recent(entry)).count();
        let free = hud::top_of_messages(frame, &messages);
        frame.dusk(Some(free));
        draw_below_bar(&view, frame, looks);
        frame.dusk(None);
        hud::draw_messages(frame, &messages, game.turn());
        hud::draw_count_of_others(frame, free, others);
        hud::draw_off_screen(frame, &view, free);
        if let Some(pointer) = self.pointer {
            hud::draw_pointed(frame, &view, pointer);
        }
        hud::draw_bar(frame, game);
    }

    /// Draws the floor around the middle of `area`, with the bar on top and nothing
    /// else.
    pub(super) fn draw_around(
        &self,
        game: &Game,
        looks: &Looks,
        frame: &mut Frame<'_>,
        area: Area,
    ) {
        draw_below_bar(&self.view(game, area), frame, looks);
        hud::draw_bar(frame, game);
    }

    /// Draws only the floor, as the title shows it.
    pub(super) fn draw_backdrop(&self, game: &Game, looks: &Looks, frame: &mut Frame<'_>) {
        self.view(game, Area::of(frame)).draw(frame, looks);
    }

    /// Plays a command that was not steered: one of the pack's, or of the title's backdrop.
    pub(super) fn play_command(&mut self, game: &mut Game, command: Command) -> Outlook {
        self.play(game, command, STEP_TICKS_MAX)
    }
}

/// Draws the floor, but not where the bar hides it.
fn draw_below_bar(view: &View<'_>, frame: &mut Frame<'_>, looks: &Looks) {
    frame.clip_to_rows(BAR_HEIGHT, Area::of(frame).height - BAR_HEIGHT);
    view.draw(frame, looks);
    frame.unclip();
}
