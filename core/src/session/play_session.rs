//! The session behind the play screen: plays the player's steps and auto-travel, logs messages, and draws the map.

mod drawing;
mod messages;
mod offers;
mod refusing;
mod sitting;
mod stopping;

use super::damage_log::DamageLog;
use crate::content::{ItemKind, MonsterKind, Status};
use crate::controls::{Control, InputScheme};
use crate::geometry::{Direction, Pos, TileSet};
use crate::input::{Button, Pad, Pointer, StepInput};
use crate::raster::FrameShape;
use crate::rules::travel::{self, AutoTravel, Interrupt, Past, TravelMonitor, Until};
use crate::rules::{Command, Event, Events, Refusal};
use crate::settings::Settings;
use crate::view::animation::Animation;
use crate::view::hud;
use crate::view::map_view::{IDLE_TICKS, MapView};
use crate::view::message_log::{MessageLog, Precedence};
use crate::view::text::Message;
use crate::view::widgets::Area;
use crate::world::{Game, Outcome, Terrain};
use sitting::Sitting;

/// The number of ticks for a step of auto-travel: fast, but still visible.
const TRAVEL_STEP_TICKS: u16 = 2;
/// The largest number of ticks for the animation of a step, so that a slow repeat speed does not slow the animation.
const STEP_TICKS_MAX: u16 = 8;
/// The number of ticks for which A must be held before waiting repeats (N3).
const WAIT_ON_AFTER_TICKS: u8 = 20;
/// A message that is older than this number of turns is drawn in grey.
const MESSAGE_TURNS: u32 = 3;
/// The number of ticks for which the log shows each page if the messages need several pages: two and a half seconds.
const PAGE_TICKS: u16 = 150;

/// The display of the game: its log, its animation and its auto-travel. Other screens also show this display.
#[derive(Clone, Debug)]
pub(crate) struct PlaySession {
    animation: Animation,
    log: MessageLog,
    damage_log: DamageLog,
    /// The events of the last turn.
    events: Events,
    /// The tiles that the player sees after the last turn.
    visible: TileSet,
    /// Detects the changes that interrupt auto-travel. The monitor holds the state after the last turn.
    travel_monitor: TravelMonitor,
    sitting: Sitting,
    keys: KeyNames,
    /// The size of the frames and of their text; `None` before the host has set the size.
    frame_shape: Option<FrameShape>,
    /// True when the log is drawn with a high contrast.
    has_contrast: bool,
}

/// The result of a tick.
#[must_use]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Played {
    /// Nothing was played, and nothing has changed.
    Nothing,
    /// Nothing was played, but the picture has changed.
    Shown,
    /// The player has walked into this pedestal or locker, and may now choose from its contents.
    Choice(Pos),
    /// The player asks to choose a graft (B16).
    Graft,
    /// A command was refused.
    Refused(Refusal),
    /// A turn was played; the game holds its outcome.
    Turn {
        /// The command, for the save.
        command: Command,
        /// True when the turn has led the player to another floor.
        leaves_floor: bool,
    },
}

/// The key names that messages use.
#[derive(Clone, Copy, Debug)]
struct KeyNames {
    explore: &'static str,
    confirm: &'static str,
    menu: &'static str,
}

impl KeyNames {
    const fn of(input_scheme: &InputScheme) -> KeyNames {
        KeyNames {
            explore: input_scheme.name(Control::Explore),
            confirm: input_scheme.name(Control::A),
            menu: input_scheme.name(Control::Start),
        }
    }
}

impl PlaySession {
    /// A session without a game; [`start`](PlaySession::start) or [`resume`](PlaySession::resume) must follow.
    pub(crate) const EMPTY: PlaySession = PlaySession {
        animation: Animation::NONE,
        log: MessageLog::new(),
        damage_log: DamageLog::EMPTY,
        events: Events::new(),
        visible: TileSet::EMPTY,
        travel_monitor: TravelMonitor::EMPTY,
        sitting: Sitting::NEW,
        keys: KeyNames::of(&InputScheme::BUTTONS),
        frame_shape: None,
        has_contrast: false,
    };

    /// Returns whether the player has used the explore button since this session was started or resumed.
    pub(crate) const fn has_explored(&self) -> bool {
        self.sitting.explorer.has_explored()
    }

    /// Returns the events of the last turn.
    pub(crate) const fn events(&self) -> &Events {
        &self.events
    }

    /// Resets the session in place for a new or replaced game.
    pub(crate) fn start(&mut self, game: &Game) {
        self.forget();
        self.resume(game);
    }

    /// Drops all messages and all recorded damage.
    pub(crate) fn forget(&mut self) {
        self.log.clear();
        self.damage_log.clear();
    }

    /// Resets the session in place to continue a game. The latest messages and damage are kept.
    // Target: GBA. Not inlined, and in place: a second session would not fit the short stack.
    #[inline(never)]
    pub(crate) fn resume(&mut self, game: &Game) {
        self.animation.skip();
        self.events.clear();
        self.visible = game.visible();
        self.travel_monitor = TravelMonitor::new(game, &self.visible);
        self.sitting = Sitting::NEW;
    }

    pub(crate) const fn log(&self) -> &MessageLog {
        &self.log
    }

    pub(crate) const fn damage_log(&self) -> &DamageLog {
        &self.damage_log
    }

    /// Returns the size of the frames and of their text; `None` before the host has set the size.
    pub(crate) const fn frame_shape(&self) -> Option<FrameShape> {
        self.frame_shape
    }

    /// Returns the kind of the item thrown last in this session (I6).
    pub(crate) const fn thrown(&self) -> Option<ItemKind> {
        self.sitting.thrown
    }

    pub(crate) const fn visible(&self) -> &TileSet {
        &self.visible
    }

    /// Logs a message that does not come from an event.
    pub(crate) fn log_message(&mut self, message: Message, game: &Game) {
        self.log.push(message, game.turn());
        self.sitting.idle_ticks = 0;
    }

    /// Logs a message that no ordinary message of its turn may hide: for example a lesson, the reason why auto-travel
    /// stopped, or the answer to a press.
    pub(crate) fn log_first(&mut self, message: Message, game: &Game) {
        self.log_ranked(message, Precedence::First, game);
    }

    /// Logs a message with its rank among the messages of the turn (H2).
    pub(crate) fn log_ranked(&mut self, message: Message, rank: Precedence, game: &Game) {
        self.log.push_ranked(message, game.turn(), rank);
        self.sitting.idle_ticks = 0;
    }

    /// Logs several messages.
    pub(crate) fn log_messages(
        &mut self,
        messages: impl IntoIterator<Item = Message>,
        game: &Game,
    ) {
        for message in messages {
            self.log_message(message, game);
        }
    }

    /// Starts auto-travel, unless a threat is in sight (N3). The first step is taken in the next tick.
    pub(crate) fn start_travel(&mut self, auto_travel: AutoTravel, game: &Game) {
        if let Some(kind) = travel::alert_enemy_in_sight(game, self.visible()) {
            self.sitting.auto_travel = Some(auto_travel);
            return self.stop(game, Interrupt::Watched(kind));
        }
        self.sitting.auto_travel = Some(auto_travel);
        self.sitting.is_halted = false;
    }

    /// Applies the display options (H10) and the size of the frames.
    pub(crate) fn configure(&mut self, settings: &Settings, frame_shape: Option<FrameShape>) {
        self.animation.configure(settings);
        self.frame_shape = frame_shape;
        self.has_contrast = settings.has_contrast();
    }

    /// Stores the names of the player's keys.
    pub(crate) const fn set_keys(&mut self, input_scheme: &InputScheme) {
        self.keys = KeyNames::of(input_scheme);
    }

    /// Sets whether the log shows the hint that the confirm button shows more text.
    pub(crate) const fn set_more(&mut self, has_more: bool) {
        self.sitting.has_more = has_more;
    }

    /// Records an input. The next messages count as answers to this input.
    pub(crate) const fn ask(&mut self) {
        self.log.ask();
    }

    /// Returns the number of log lines that answer the last input.
    pub(crate) const fn answer_lines(&self) -> usize {
        if self.log.is_unanswered() { 0 } else { self.log.answers() }
    }

    /// Ends auto-travel and ignores held buttons until the next press.
    pub(crate) fn halt(&mut self) {
        self.sitting.auto_travel = None;
        self.sitting.is_halted = true;
        self.sitting.is_pointer_ignored = true;
    }

    /// Ends auto-travel and any walk to the pointer, so that the player can read a message before going on (H9). A held
    /// direction continues, because the player controls each step.
    pub(crate) fn halt_travel(&mut self) {
        if self.sitting.auto_travel.is_some()
            || self.sitting.pointer.is_some_and(|pointer| pointer.is_held)
        {
            self.halt();
        }
    }

    /// Returns whether danger stops the action of a held button. Presses that wait for a later tick must then be
    /// dropped (T11).
    pub(crate) fn is_interrupted(&self, game: &Game) -> bool {
        self.sitting.was_interrupted || travel::alert_enemy_in_sight(game, self.visible()).is_some()
    }

    /// Returns whether auto-travel continues in the next tick.
    pub(crate) const fn is_travelling(&self) -> bool {
        self.sitting.auto_travel.is_some()
    }

    pub(crate) const fn is_animating(&self) -> bool {
        self.animation.is_running()
    }

    /// Returns whether no animation and no auto-travel is in progress and the pointer's button is not held.
    pub(crate) fn is_idle(&self) -> bool {
        let is_pointed = self.sitting.pointer.is_some_and(|pointer| pointer.is_held);
        self.sitting.auto_travel.is_none() && !is_pointed && !self.is_animating()
    }

    /// Advances the animation by a tick. Returns whether the picture has changed.
    pub(crate) fn advance(&mut self) -> bool {
        self.sitting.clock = self.sitting.clock.wrapping_add(1);
        self.sitting.idle_ticks = self.sitting.idle_ticks.saturating_add(1);
        let is_idle_change = self.sitting.clock.is_multiple_of(IDLE_TICKS / 2);
        let turns_page =
            self.sitting.idle_ticks.is_multiple_of(PAGE_TICKS) && self.log.answers() > 1;
        self.animation.advance() || is_idle_change || turns_page
    }

    /// Handles the input of one tick.
    pub(crate) fn tick(
        &mut self,
        game: &mut Game,
        pad: &Pad,
        pointer: Option<Pointer>,
        settings: &Settings,
    ) -> Played {
        let is_moving = self.advance();
        let is_pointing = self.update_input(game, pad, pointer);
        let repeat = settings.repeat_speed.repeat();
        let step_ticks = u16::from(repeat.interval).min(STEP_TICKS_MAX);
        let step_input = self.sitting.step_repeater.update(pad, repeat, pad.held().has(Button::R));
        let explores = pad.held().has(Button::L) && pad.held().has(Button::R);
        if self.explains_diagonals(game, pad) {
            return Played::Shown;
        }
        let played = match step_input {
            _ if explores && !pad.pressed().is_empty() => {
                let explores = self.sitting.explorer.ask(game, &self.visible);
                self.sitting.auto_travel = Some(explores);
                self.continue_travel(game)
            }
            Some(StepInput::Fresh(direction)) if pad.held().has(Button::B) => {
                self.sitting.auto_travel = Some(AutoTravel::Dash(direction));
                self.continue_travel(game)
            }
            Some(StepInput::Fresh(direction)) => self.walk(game, direction, step_ticks),
            _ if pad.is_pressed(Button::A) && self.sitting.offers_graft => {
                self.sitting.offers_graft = false;
                Played::Graft
            }
            _ if pad.is_pressed(Button::A) => {
                let command = self.accepted_offer(game).unwrap_or(Command::Wait);
                self.play(game, command, step_ticks)
            }
            Some(StepInput::Repeated(direction)) if self.may_repeat(game, direction) => {
                self.play(game, Command::Walk(direction), step_ticks)
            }
            _ => self.continue_travel(game),
        };
        match played {
            Played::Nothing if is_moving || is_pointing => Played::Shown,
            played => played,
        }
    }

    /// Updates the input state. A new press ends auto-travel, and from then on held buttons count again. After a long
    /// press of A, the player waits turn after turn. Returns whether the pointer has moved, or its button has been
    /// pressed or released.
    fn update_input(&mut self, game: &Game, pad: &Pad, pointer: Option<Pointer>) -> bool {
        let is_held = |pointer: Option<Pointer>| pointer.is_some_and(|pointer| pointer.is_held);
        let is_pointing = pointer != self.sitting.pointer;
        if is_pointing {
            self.sitting.is_pointer_pressed |= is_held(pointer) && !is_held(self.sitting.pointer);
            self.sitting.pointer = pointer;
        }
        self.sitting.is_pointer_pressed &= is_held(pointer);
        if !is_held(pointer) {
            self.sitting.is_pointer_ignored = false;
        }
        if !pad.pressed().is_empty() {
            self.sitting.auto_travel = None;
            self.sitting.is_halted = false;
            self.log.ask();
        }
        let waits = matches!(self.sitting.auto_travel, Some(AutoTravel::Wait(_)));
        if waits && !pad.held().has(Button::A) {
            self.sitting.auto_travel = None;
        }
        let asks_wait = pad.held().has(Button::A) && pad.held_ticks() >= WAIT_ON_AFTER_TICKS;
        if asks_wait && !waits && !self.sitting.is_halted {
            self.sitting.auto_travel = Some(AutoTravel::Wait(Until::now(game)));
        }
        is_pointing
    }

    /// Takes a step. If a pedestal with an item or a locker is in the way, opens its choice instead of stepping (W17,
    /// W30).
    fn walk(&mut self, game: &mut Game, direction: Direction, step_ticks: u16) -> Played {
        let to = game.player().body.pos.step(direction);
        let is_choice = |pos: &Pos| {
            let floor = game.current_floor();
            match floor.map.terrain(*pos) {
                Terrain::Pedestal => floor.item_at(*pos).is_some(),
                Terrain::Locker => true,
                _ => false,
            }
        };
        // A stunned or confused player cannot make a choice (T2).
        if let Some(choice) = to.filter(is_choice)
            && game.accepts_pack().is_ok()
        {
            self.halt();
            return Played::Choice(choice);
        }
        if self.is_held_back(game, Command::Walk(direction)) {
            return Played::Shown;
        }
        let played = self.play(game, Command::Walk(direction), step_ticks);
        self.explain_corner(game, direction, played);
        played
    }

    /// Returns whether a held direction may repeat. It never repeats into a creature, onto stairs, through a door, into
    /// a fixture, a pedestal or a locker, or into a hazard.
    fn may_repeat(&self, game: &Game, direction: Direction) -> bool {
        let to = game.player().body.pos.step(direction);
        !self.sitting.is_halted
            && !self.animation.is_attack_running()
            && to.is_some_and(|to| {
                let terrain = game.current_floor().map.terrain(to);
                game.current_floor().monster_at(to).is_none()
                    && !terrain.is_stairs()
                    && !terrain.is_door()
                    && stop_before(game, to).is_none()
            })
    }

    /// Takes the next step of the auto-travel, unless the auto-travel is over or must stop.
    fn continue_travel(&mut self, game: &mut Game) -> Played {
        if self.animation.is_running() {
            return Played::Nothing;
        }
        let auto_travel = self.sitting.auto_travel.or_else(|| self.pointed_travel(game));
        let Some(mut auto_travel) = auto_travel else { return Played::Nothing };
        let is_pressed = core::mem::take(&mut self.sitting.is_pointer_pressed);
        match auto_travel.next(game, self.visible()) {
            // A new press of the pointer's button on a fixture or a hazard next to the player counts as a single step
            // by hand.
            Ok(Command::Walk(direction)) if is_pressed && is_at_hand(game, auto_travel) => {
                self.sitting.is_pointer_ignored = true;
                self.walk(game, direction, STEP_TICKS_MAX)
            }
            Ok(command) => {
                if let Some(stop) = entered(game, command).and_then(|to| stop_before(game, to)) {
                    self.stop(game, stop);
                    return Played::Shown;
                }
                if self.is_held_back(game, command) {
                    return Played::Shown;
                }
                self.sitting.auto_travel = match auto_travel {
                    // The goal of a walk to the pointer is not kept, because the pointer may have moved.
                    AutoTravel::Walk(_) if self.sitting.auto_travel.is_none() => None,
                    _ => Some(auto_travel),
                };
                let played = self.play(game, command, TRAVEL_STEP_TICKS);
                let is_over = game.outcome() != Outcome::Playing;
                let is_elsewhere = matches!(played, Played::Turn { leaves_floor: true, .. });
                if let Command::Walk(direction) = command
                    && !is_over
                    && !is_elsewhere
                    && let Some(stop) = auto_travel.ends_at(game, direction)
                {
                    self.stop(game, stop);
                }
                played
            }
            // A player who has passed these sleepers before is not asked again.
            Err(Interrupt::Sleepers) if self.sitting.explorer.passes_sleepers() => {
                self.sitting.auto_travel = Some(AutoTravel::Explore(Past::Sleepers));
                Played::Nothing
            }
            Err(stop) => {
                self.stop(game, stop);
                Played::Shown
            }
        }
    }

    /// Returns the pointer, unless it points at the bar or at the log.
    fn pointer_on_map(&self, shape: FrameShape) -> Option<Pointer> {
        let shown = hud::shown_area(shape);
        let rows = shown.y..shown.y + shown.height;
        self.sitting.pointer.filter(|pointer| rows.contains(&pointer.y))
    }

    /// Returns the auto-travel to the tile under the held pointer.
    fn pointed_travel(&self, game: &Game) -> Option<AutoTravel> {
        let is_asking = |pointer: &Pointer| pointer.is_held && !self.sitting.is_pointer_ignored;
        let shape = self.frame_shape?;
        let pointer = self.pointer_on_map(shape).filter(is_asking)?;
        let goal = self.view(game, hud::map_area(shape)).tile_at(pointer.x, pointer.y)?;
        (goal != game.player().body.pos).then_some(AutoTravel::Walk(goal))
    }

    /// Plays a command, and logs and animates its events. Any running animation is skipped.
    fn play(&mut self, game: &mut Game, command: Command, step_ticks: u16) -> Played {
        let side = self.animation.side_of_player(game.player().body.facing);
        self.animation.skip();
        self.log.ask();
        self.end_offers();
        self.sitting.idle_ticks = 0;
        let floor = game.floor();
        let thrown = match command {
            Command::Throw(index, _) => game.player().pack.get(usize::from(index)),
            _ => None,
        };
        let thrown = thrown.map(|item| item.kind);
        let feats = game.mode().feats();
        let had = Status::ALL.map(|status| game.player().body.statuses.has(status));
        if let Err(refusal) = game.step_and_look(command, &mut self.events, &mut self.visible) {
            self.log_refusal(refusal, game, command);
            self.animation.turn_player(match command {
                Command::Walk(direction) => side.after(direction),
                _ => side,
            });
            self.halt();
            return Played::Refused(refusal);
        }
        self.sitting.thrown = thrown.or(self.sitting.thrown);
        let interrupt = self.travel_monitor.interrupt(game, &self.visible);
        self.sitting.was_interrupted = interrupt.is_some();
        self.log_events(game, had);
        self.tell_of_kits(game, feats);
        self.offer_to_wear(game);
        self.offer_graft(game);
        self.remind_of_graft(game);
        self.animation.restart(&self.events, step_ticks, game.player_stats().hp_max);
        let turn = Played::Turn { command, leaves_floor: game.floor() != floor };
        if game.outcome() != Outcome::Playing {
            return turn;
        }
        if game.floor() != floor {
            self.sitting.explorer.forget_floor();
            self.halt();
            return turn;
        }
        if let Some(Interrupt::Enemy(kind)) = interrupt {
            self.sitting.explorer.note_enemy(game, &self.visible, kind);
        }
        match interrupt {
            // Stops without a message, because the message about an event has just named the enemy.
            Some(Interrupt::Enemy(kind)) if self.has_noticed(kind) => self.halt(),
            Some(stop) => self.stop(game, stop),
            None => {}
        }
        turn
    }

    fn has_noticed(&self, noticed: MonsterKind) -> bool {
        let is_it = |event: &Event| match event {
            Event::Noticed { kind, .. } | Event::Woke { kind, .. } => *kind == noticed,
            _ => false,
        };
        self.events.iter().any(is_it)
    }

    /// Returns the map view.
    pub(crate) fn view<'a>(&'a self, game: &'a Game, area: Area) -> MapView<'a> {
        MapView {
            game,
            visible: self.visible(),
            animation: &self.animation,
            clock: self.sitting.clock,
            area,
        }
    }

    /// Plays a command that comes from the pack, the demo or a replay, and not from the buttons of the play screen.
    pub(crate) fn play_command(&mut self, game: &mut Game, command: Command) -> Played {
        self.play(game, command, STEP_TICKS_MAX)
    }
}

/// Returns the tile to which a step leads.
fn entered(game: &Game, command: Command) -> Option<Pos> {
    let Command::Walk(direction) = command else { return None };
    game.player().body.pos.step(direction)
}

/// Returns the reason why auto-travel and held directions stop before `to`: a step there would use a fixture, a
/// pedestal or a locker (W15 to W18, W30), or would hurt the player (N4). Such a step takes a separate press.
fn stop_before(game: &Game, to: Pos) -> Option<Interrupt> {
    let terrain = game.current_floor().map.terrain(to);
    match terrain {
        _ if travel::is_hazard(game, to) => Some(Interrupt::Hazard),
        Terrain::Pedestal | Terrain::Locker => Some(Interrupt::Arrived),
        _ if terrain.is_fixture() => Some(Interrupt::Arrived),
        _ => None,
    }
}

/// Returns whether the goal of an auto-travel is next to the player and takes a separate press to enter.
fn is_at_hand(game: &Game, auto_travel: AutoTravel) -> bool {
    let AutoTravel::Walk(goal) = auto_travel else { return false };
    goal.is_next_to(game.player().body.pos) && stop_before(game, goal).is_some()
}
