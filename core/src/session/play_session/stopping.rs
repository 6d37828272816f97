//! Ends auto-travel, and logs the reason.

use super::PlaySession;
use crate::content::MonsterKind;
use crate::rules::travel::{self, AutoTravel, Interrupt};
use crate::view::text::{self, Message, Threat};
use crate::world::Game;

impl PlaySession {
    /// Ends the auto-travel and logs the reason.
    pub(super) fn stop(&mut self, game: &Game, stop: Interrupt) {
        let unused = match stop {
            Interrupt::AtStairs => travel::most_useful_unused(game),
            _ => None,
        };
        let message = match (unused, stop) {
            (Some(unused), _) => text::unused_message(unused, self.keys.explore),
            (None, Interrupt::Watched(kind)) => {
                self.log_watched(kind, game);
                None
            }
            (None, _) => text::interrupt_message(stop, self.keys.explore)
                .or_else(|| text::silent_stop_message(stop).filter(|_| self.stops_silently())),
        };
        if let Some(message) = message.and_then(|message| self.told_anew(message, stop, game)) {
            // The map also shows a new enemy, so the messages about the blows of this turn are more important.
            if matches!(stop, Interrupt::Enemy(_)) {
                self.log_message(message, game);
            } else {
                self.log_first(message, game);
            }
        }
        self.halt();
        self.sitting.explorer.note_stop(game, stop);
    }

    /// Returns whether the player is exploring and no message in the log gives the reason why exploring stops now.
    const fn stops_silently(&self) -> bool {
        let is_exploring = matches!(self.sitting.auto_travel, Some(AutoTravel::Explore(_)));
        is_exploring && self.answer_lines() == 0
    }

    /// Logs that an enemy prevents this auto-travel; at most once a turn. The log keeps only the newest such message,
    /// so that these messages do not fill the page of the last turns.
    // Target: GBA. Not inlined: keeps messages off the short stack while a turn is played.
    #[inline(never)]
    fn log_watched(&mut self, kind: MonsterKind, game: &Game) {
        let (threat, nearest) = threat(game);
        let kind = nearest.unwrap_or(kind);
        let message = text::watched_message(kind, threat, self.sitting.auto_travel);
        let newest = self.log.iter().next_back();
        if !newest.is_some_and(|entry| entry.turn == game.turn() && entry.message == message) {
            self.log.withdraw(&message);
            self.log_first(message, game);
        }
    }

    /// Rewords `message` if it would repeat the last message that an enemy came into view.
    fn told_anew(&self, message: Message, stop: Interrupt, game: &Game) -> Option<Message> {
        let newest = self.log.iter().next_back();
        let is_same = newest.is_some_and(|entry| entry.message == message);
        match stop {
            Interrupt::Enemy(kind) if is_same => {
                let monsters = &game.current_floor().monsters;
                let seen = travel::visible_enemies(game, self.visible());
                let count = seen.filter(|&index| monsters[index].kind == kind).count();
                text::another_enemy_message(kind, count > 1)
            }
            _ => Some(message),
        }
    }
}

/// Returns the danger to the player, and the kind of an awake enemy beside the player, if there is one.
fn threat(game: &Game) -> (Threat, Option<MonsterKind>) {
    let (floor, pos) = (game.current_floor(), game.player().body.pos);
    let mut enemies = floor.monsters.iter().filter(|monster| monster.is_hostile());
    let beside =
        enemies.find(|monster| monster.ai_state.is_alert() && monster.body.pos.is_next_to(pos));
    let threat = if floor.monsters.iter().any(|it| it.marked(&floor.map).any(|at| at == pos)) {
        Threat::Marked
    } else if beside.is_some() {
        Threat::Beside
    } else {
        Threat::Afar
    };
    (threat, beside.map(|monster| monster.kind))
}
