//! Offers to wear an item just picked up (I2), and to choose a graft (B16).

use super::PlaySession;
use crate::content::{Firmware, ItemKind, Label, Slot};
use crate::rules::travel::alert_enemy_in_sight;
use crate::rules::{Command, Event};
use crate::view::message_log::Precedence;
use crate::view::text;
use crate::view::text::Message;
use crate::world::{Game, Item, Outcome};

/// The number of turns after which the player is reminded of a waiting graft.
const REMINDER_TURNS: u32 = 50;

impl PlaySession {
    /// Returns the command that puts on the item offered last, if the player has done nothing since the offer.
    pub(super) fn accepted_offer(&self, game: &Game) -> Option<Command> {
        let offer = self.sitting.offer?;
        let is_offered = |item: &Item| (item.kind, item.firmware) == offer;
        let index = game.player().pack.iter().position(is_offered)?;
        u8::try_from(index).ok().map(Command::Wear)
    }

    /// Returns the key that opens the choice of a graft: the confirm button as long as the offer stands, then the menu.
    pub(super) const fn graft_key(&self) -> &'static str {
        if self.sitting.offers_graft { self.keys.confirm } else { self.keys.menu }
    }

    /// Ends the offers of the last turn, and removes their messages: the confirm button no longer accepts them.
    // Target: GBA. Not inlined: keeps a message off the short stack while a turn is played.
    #[inline(never)]
    pub(super) fn end_offers(&mut self) {
        let offer = self.sitting.offer.take();
        if let Some(message) = self.offer_message(offer) {
            self.log.withdraw(&message);
        }
        if core::mem::take(&mut self.sitting.offers_graft) {
            self.log.withdraw(&text::graft_offer_message(self.keys.confirm));
        }
    }

    /// Returns whether the choice of a graft opens by itself. The choice stays closed while the player has put it off,
    /// while an animation is running, while the pack cannot be opened, and while a threat is in sight (B16, N3).
    pub(crate) fn opens_graft(&self, game: &Game) -> bool {
        game.has_graft_to_choose()
            && game.outcome() == Outcome::Playing
            && !self.is_animating()
            && self.sitting.grafts_put_off <= game.player().build.grafts.len()
            && game.accepts_pack().is_ok()
            && alert_enemy_in_sight(game, self.visible()).is_none()
    }

    /// Puts off the choice of a graft until the player asks for it. Logs where the player can find the choice later.
    pub(crate) fn put_off_graft(&mut self, game: &Game) {
        self.sitting.grafts_put_off = game.player().build.grafts.len() + 1;
        self.tell_of_graft(game);
    }

    /// Reminds the player of a graft that was put off some turns ago. Does nothing while a threat is in sight (B16,
    /// N3).
    pub(super) fn remind_of_graft(&mut self, game: &Game) {
        if game.has_graft_to_choose()
            && game.turn().0 >= self.sitting.graft_told.0.saturating_add(REMINDER_TURNS)
            && alert_enemy_in_sight(game, self.visible()).is_none()
        {
            self.tell_of_graft(game);
        }
    }

    // Target: GBA. Not inlined: keeps a message off the short stack while a turn is played.
    #[inline(never)]
    fn tell_of_graft(&mut self, game: &Game) {
        self.sitting.graft_told = game.turn();
        if let Some(message) = text::graft_later_message(self.keys.menu) {
            self.log_first(message, game);
        }
    }

    /// Offers the choice of a graft after the turn of the new level, if a threat in sight prevents the choice from
    /// opening by itself.
    // Target: GBA. Not inlined: keeps a message off the short stack while a turn is played.
    #[inline(never)]
    pub(super) fn offer_graft(&mut self, game: &Game) {
        let is_level = |event: &Event| matches!(event, Event::LevelGained(_));
        let is_new = game.has_graft_to_choose() && self.events.iter().any(is_level);
        if is_new {
            self.sitting.grafts_put_off = 0;
            self.sitting.graft_told = game.turn();
        }
        if is_new && alert_enemy_in_sight(game, self.visible()).is_some() {
            self.sitting.offers_graft = true;
            // The message of the new level must not hide the offer.
            let message = text::graft_offer_message(self.keys.confirm);
            self.log.push_ranked(message, game.turn(), Precedence::Foremost);
        }
    }

    fn offer_message(&self, offer: Option<(ItemKind, Option<Firmware>)>) -> Option<Message> {
        offer.and_then(|(kind, _)| text::offer_message(kind, self.keys.confirm))
    }

    /// Offers to wear armour, a weapon, or a microchip with firmware that was picked up in the last turn, if its slot
    /// is empty. A chip without firmware, or with a negative number in its bonus, is not offered, because it may do
    /// more harm than good.
    // Target: GBA. Not inlined: keeps a message off the short stack while a turn is played.
    #[inline(never)]
    pub(super) fn offer_to_wear(&mut self, game: &Game) {
        let player = game.player();
        let offered = |event: &Event| {
            let Event::PickedUp { label: Label::Known(kind), firmware } = *event else {
                return None;
            };
            let slot = kind.slot()?;
            let is_this = |item: &&Item| item.kind == kind && item.firmware == firmware;
            let found = player.pack.iter().rfind(is_this)?;
            let lowers = found.bonus.numbers().iter().any(|&number| number < 0);
            let is_good = slot != Slot::Microchip || (firmware.is_some() && !lowers);
            (is_good && player.worn.get(slot).is_none()).then_some((kind, firmware))
        };
        self.sitting.offer = self.events.iter().find_map(offered);
        if let Some(message) = self.offer_message(self.sitting.offer) {
            self.log_first(message, game);
        }
    }
}
