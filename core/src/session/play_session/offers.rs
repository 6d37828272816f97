//! Offers to wear what was picked up (I2).

use super::PlaySession;
use crate::content::{Label, Slot};
use crate::rules::{Command, Event};
use crate::view::text;
use crate::world::Game;

impl PlaySession {
    /// Returns the command that wears what was offered last, while nothing else was done.
    pub(super) fn accepted_offer(&self, game: &Game) -> Option<Command> {
        let kind = self.sitting.offer?;
        let index = game.player().pack.iter().position(|item| item.kind == kind)?;
        u8::try_from(index).ok().map(Command::Wear)
    }

    /// Offers what the turn just played has picked up, where it is armour or a weapon and nothing is worn in its place.
    // Target: GBA. Not inlined: keeps a message off the short stack while a turn is played.
    #[inline(never)]
    pub(super) fn offer_to_wear(&mut self, game: &Game) {
        let player = game.player();
        let offered = |event: &Event| {
            let Event::PickedUp { label: Label::Known(kind) } = *event else { return None };
            let slot = kind.slot().filter(|&slot| slot != Slot::Microchip)?;
            (player.worn.get(slot).is_none() && !player.is_barred(slot)).then_some(kind)
        };
        self.sitting.offer = self.events.iter().find_map(offered);
        let message =
            self.sitting.offer.and_then(|kind| text::offer_message(kind, self.keys.confirm));
        if let Some(message) = message {
            self.log_first(message, game);
        }
    }
}
