//! Logs a turn: ranks its messages, and hides the names of creatures that the player does not see.

use super::PlaySession;
use crate::content::{Feats, Kit, MonsterKind, Status};
use crate::geometry::{Pos, TileSet};
use crate::quantity::Damage;
use crate::rules::experience;
use crate::rules::travel::is_harmless;
use crate::rules::{Actor, Event, Events};
use crate::session::damage_log::DamageLog;
use crate::view::message_log::{MessageLog, Precedence};
use crate::view::text::{self, Message};
use crate::world::Game;

impl PlaySession {
    /// Logs the turn just played.
    // Target: GBA. Not inlined: keeps messages off the short stack while a turn is played.
    #[inline(never)]
    pub(super) fn log_events(&mut self, game: &Game, had: [bool; Status::COUNT]) {
        let (log, damage_log) = (&mut self.log, &mut self.damage_log);
        let turn = LoggedTurn { events: &self.events, visible: &self.visible, game, had };
        turn.log(log, damage_log);
    }

    /// Tells which kits the turn has earned: kits that were closed in earlier runs, and that a feat of this turn opens
    /// after the run. `before` is the feats of the run before the turn (H17).
    // Target: GBA. Not inlined: keeps messages off the short stack while a turn is played.
    #[inline(never)]
    pub(super) fn tell_of_kits(&mut self, game: &Game, before: Feats) {
        let mode = game.mode();
        if mode.feats() == before {
            return;
        }
        let missing = |done: Feats| mode.missing().others().and(done).others();
        let new = Kit::opened(missing(before), missing(mode.feats()));
        for message in new.filter_map(text::kit_earned_message) {
            self.log.push_ranked(message, game.turn(), Precedence::Foremost);
        }
    }

    /// Logs a turn that is replayed from a save. The messages of the last such turn count as answers to an input.
    // Target: GBA. Not inlined: keeps messages off the short stack while a turn is replayed.
    #[inline(never)]
    pub(crate) fn log_earlier_turn(
        &mut self,
        game: &Game,
        events: &Events,
        visible: &TileSet,
        had: [bool; Status::COUNT],
    ) {
        self.log.ask();
        LoggedTurn { events, visible, game, had }.log(&mut self.log, &mut self.damage_log);
    }
}

/// A turn to be logged.
struct LoggedTurn<'a> {
    events: &'a Events,
    /// The tiles that the player sees after the turn.
    visible: &'a TileSet,
    /// The game after the turn.
    game: &'a Game,
    /// The statuses that the player had before the turn.
    had: [bool; Status::COUNT],
}

impl LoggedTurn<'_> {
    /// Logs the turn. Leaves out a status that the player already `had` and that was only extended. Also leaves out
    /// changes of a status that are undone by the end of the turn.
    fn log(&self, log: &mut MessageLog, damage_log: &mut DamageLog) {
        let (game, mut results) = (self.game, Results::default());
        let mut events = self.events.iter();
        // All unseen monsters that notice the player share a single message, which gives their number. All unseen
        // monsters that wake share another message.
        let mut noticed_by = self.count_unseen(|event| matches!(event, Event::Noticed { .. }));
        let mut woken = self.count_unseen(|event| matches!(event, Event::Woke { .. }));
        // The monster whose marked attack has begun, until a blow has struck.
        let mut striker = None;
        while let Some(event) = events.next() {
            let is_result = results.has(event, events.clone());
            damage_log.record(event, game.turn());
            if let Event::StatusBegan { who: Actor::Player, status, .. } = *event
                && *status.entry(&self.had)
            {
                continue;
            }
            let is_outdated = is_outdated(event, self.events.iter(), events.clone());
            let message = match harmless_attacker(event, game) {
                _ if is_outdated => text::short_stun_message(event),
                Some(kind) => text::harmless_blow_message(kind),
                _ if self.is_of_hidden(event) => match event {
                    Event::Noticed { .. } => {
                        text::unseen_notice_message(core::mem::take(&mut noticed_by))
                    }
                    Event::Woke { .. } => text::unseen_wake_message(core::mem::take(&mut woken)),
                    event => text::hidden_message(event),
                },
                _ => {
                    let own = self.own_status(event).or_else(|| self.own_level(event));
                    let own = own.or_else(|| marked_message(event, striker, events.clone()));
                    own.or_else(|| text::event_message(event))
                }
            };
            let precedence = match event {
                Event::Marked { .. } if warns(event, game) => Precedence::Urgent,
                _ if is_foremost(event) => Precedence::Foremost,
                _ if is_result || is_pressing(event) => Precedence::First,
                Event::Struck { target: Actor::Player, damage, .. } if *damage > Damage::MISS => {
                    Precedence::Harm
                }
                Event::Rewarded { .. } | Event::Slain { by_player: false, .. } => Precedence::Last,
                _ => Precedence::Ordinary,
            };
            if let Some(message) = message {
                log.push_ranked(message, game.turn(), precedence);
            }
            match *event {
                Event::DeedStruck { who, .. } => striker = Some(who),
                Event::Struck { .. } => striker = None,
                _ => {}
            }
        }
    }

    /// Returns the number of events that `is_wanted` accepts and that are about monsters that the player neither sees
    /// nor senses.
    fn count_unseen(&self, is_wanted: fn(&Event) -> bool) -> u16 {
        let wanted = self.events.iter().filter(|event| is_wanted(event));
        wanted.fold(0, |count, event| count + u16::from(self.is_of_hidden(event)))
    }

    /// Returns the message about a status of the player that began. The message tells the turns that are left after
    /// this turn, because a status does not tick in its first turn (D13).
    fn own_status(&self, event: &Event) -> Option<Message> {
        let Event::StatusBegan { who: Actor::Player, status, .. } = *event else { return None };
        let mut running = self.game.player().body.statuses.running();
        let (_, turns) = running.find(|&(other, _)| other == status)?;
        text::status_message(status, turns, self.game.player_stats().hp_max)
    }

    /// Returns the message about a new level, with the player's numbers at that level.
    fn own_level(&self, event: &Event) -> Option<Message> {
        let Event::LevelGained(level) = *event else { return None };
        text::level_message(level, experience::stats(level, &self.game.player().worn, None))
    }

    /// Returns whether an event is about a creature that the player neither sees nor senses. Such events occur because
    /// mice block the view of each other, and noise passes through walls (M8, S2).
    fn is_of_hidden(&self, event: &Event) -> bool {
        let (Event::Marked { from: at, .. }
        | Event::Spat { from: at, .. }
        | Event::Woke { at, .. }
        | Event::Squeaked { at, .. }
        | Event::Noticed { at, .. }) = *event
        else {
            return false;
        };
        let floor = self.game.current_floor();
        let is_sensed = |index: usize| self.game.senses(&floor.monsters[index]);
        let is_left = |event: &Event| matches!(event, Event::FloorEntered { .. });
        // The current field of view says nothing about the floor that the player has left.
        !self.visible.contains(at)
            && !floor.monster_at(at).is_some_and(is_sensed)
            && !self.events.iter().any(is_left)
    }
}

/// Returns the attacker if it can never hurt the player (N3), so that the log does not call the attack a miss.
fn harmless_attacker(event: &Event, game: &Game) -> Option<MonsterKind> {
    let Event::Struck {
        attacker: Actor::Monster(kind),
        target: Actor::Player,
        from,
        damage: Damage::MISS,
        ..
    } = *event
    else {
        return None;
    };
    let floor = game.current_floor();
    let monster = &floor.monsters[floor.monster_at(from)?];
    (monster.kind == kind && is_harmless(game, monster)).then_some(kind)
}

/// Returns the message about a marked attack that moves the player, or that reaches the player without damage: an
/// attack that pulls or pushes the player has not missed. Also tells that the ally has traded places (M8, A6).
/// `striker` is the monster whose marked attack has begun and has struck nobody yet, and `later` iterates over the
/// events after this event.
fn marked_message(
    event: &Event,
    striker: Option<Actor>,
    later: core::slice::Iter<'_, Event>,
) -> Option<Message> {
    let moves_player = |event: &Event| matches!(event, Event::Flung { who: Actor::Player, .. });
    match *event {
        Event::DeedStruck { who: Actor::Monster(kind), .. } => {
            let mut own = later.take_while(|event| !matches!(event, Event::DeedStruck { .. }));
            own.any(moves_player).then(|| text::moves_you_message(kind))?
        }
        Event::DeedStruck { who: Actor::Ally(kind), .. } => {
            let mut own = later.take_while(|event| !matches!(event, Event::DeedStruck { .. }));
            let is_moved = |event: &Event| matches!(event, Event::Flung { .. });
            own.any(is_moved).then(|| text::ally_swaps_message(kind))?
        }
        Event::Struck { attacker, target: Actor::Player, damage: Damage::MISS, .. } => {
            (striker == Some(attacker)).then(|| text::no_damage_message(attacker))?
        }
        _ => None,
    }
}

/// Returns whether an event about a status is outdated, because a `later` event changes the same status again. The end
/// of a status is also outdated if one of `all` events of the turn began the status.
fn is_outdated(
    event: &Event,
    mut all: core::slice::Iter<'_, Event>,
    mut later: core::slice::Iter<'_, Event>,
) -> bool {
    let change = |event: &Event| match *event {
        Event::StatusBegan { who, at, status } | Event::StatusEnded { who, at, status } => {
            Some((who, at, status))
        }
        _ => None,
    };
    let changed = change(event);
    let is_end = matches!(event, Event::StatusEnded { .. });
    let is_beginning =
        |other: &Event| matches!(other, Event::StatusBegan { .. }) && change(other) == changed;
    changed.is_some()
        && (later.any(|event| change(event) == changed) || (is_end && all.any(is_beginning)))
}

/// Returns whether a mark needs a warning: any mark of an enemy, or a mark of the ally on the player's tile (M8).
fn warns(event: &Event, game: &Game) -> bool {
    let Event::Marked { who, from, .. } = *event else { return false };
    let floor = game.current_floor();
    let is_below = |index: usize| {
        floor.monsters[index].marked(&floor.map).any(|pos| pos == game.player().body.pos)
    };
    matches!(who, Actor::Monster(_)) || floor.monster_at(from).is_some_and(is_below)
}

/// Returns whether an event's message ranks as [`Precedence::Foremost`], because the event changes the run (H2).
const fn is_foremost(event: &Event) -> bool {
    matches!(
        event,
        Event::AllyLost { .. }
            | Event::LevelGained(_)
            | Event::Overridden { .. }
            | Event::Stole { .. }
            | Event::Followed { .. }
    )
}

/// Returns whether an event's message ranks as [`Precedence::First`]: a harmful status of the player begins, a spill or
/// a cable hurts the player, the player is healed, a terminal gives its result, or the player enters a floor.
const fn is_pressing(event: &Event) -> bool {
    match *event {
        Event::TerminalUsed { .. } | Event::FloorEntered { .. } => true,
        Event::Burned { who: Actor::Player, .. } | Event::Healed { .. } => true,
        Event::StatusBegan { who: Actor::Player, status, .. } => !status.is_good(),
        _ => false,
    }
}

/// A search for the result of the player's blow among the events of a turn: the miss, the hit, or the kill. If a mop
/// strikes several creatures, only the blow on the target counts.
#[derive(Default)]
pub(super) struct Results {
    /// The tile that the blow struck.
    struck: Option<Pos>,
    is_found: bool,
}

impl Results {
    /// Returns whether `event` is the result. `later` iterates over the events after `event`.
    pub(super) fn has(&mut self, event: &Event, mut later: core::slice::Iter<'_, Event>) -> bool {
        let is_result = match *event {
            Event::Dodged { .. } | Event::Shielded { .. } => true,
            Event::Struck { attacker: Actor::Player, at, .. } => {
                self.struck = Some(at);
                let is_blow = |event: &Event| matches!(event, Event::Struck { .. });
                let is_kill =
                    |event: &Event| matches!(event, Event::Slain { at: of, .. } if *of == at);
                // The message about a kill makes the message about its hit superfluous.
                !later.find(|event| is_blow(event) || is_kill(event)).is_some_and(is_kill)
            }
            Event::Slain { at, .. } => self.struck == Some(at),
            _ => false,
        };
        let is_first = is_result && !self.is_found;
        self.is_found |= is_result;
        is_first
    }
}
