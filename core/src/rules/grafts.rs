//! Offers the player a choice of grafts (permanent abilities), and gives the player the chosen graft (B16).

use crate::content::effects::Effect;
use crate::content::grafts::GRAFTS_OFFERED;
use crate::content::tower::Pushing;
use crate::content::{Graft, ItemKind};
use crate::dice::{Dice, Stream};
use crate::rules::{Event, Events, Refusal};
use crate::world::Game;
use heapless::Vec;

impl Game {
    /// Returns the grafts from which the player may now choose one, in display order. The list is empty if there is
    /// nothing to choose (B16).
    pub fn offered_grafts(&self) -> Vec<Graft, GRAFTS_OFFERED> {
        let taken = &self.player.build.grafts;
        let mut offered = Vec::new();
        if !self.has_graft_to_choose() {
            return offered;
        }
        let before = u8::try_from(taken.len()).unwrap_or(u8::MAX);
        let mut dice = Dice::new(self.seed, Stream::Grafts(before));
        let mut left: Vec<Graft, { Graft::COUNT }> =
            found_grafts(self.seed).filter(|graft| !taken.contains(graft)).collect();
        while !offered.is_full() {
            let Some(index) = dice.index(left.len()) else { break };
            let graft = left.remove(index);
            if !self.bends_already(graft) {
                let _ = offered.push(graft);
            }
        }
        offered
    }

    /// Returns whether the player already has all effects of `graft`, for example from a weapon (I15).
    fn bends_already(&self, graft: Graft) -> bool {
        graft.effects().iter().all(|&effect| self.player.has(effect))
    }

    /// Returns whether the player may choose a graft now (B16).
    pub fn has_graft_to_choose(&self) -> bool {
        self.player.build.grafts_due > 0
    }

    pub(super) fn accepts_graft(&self, index: u8) -> Result<(), Refusal> {
        let is_offered = usize::from(index) < self.offered_grafts().len();
        is_offered.then_some(()).ok_or(Refusal::NoGraft)
    }

    pub(super) fn take_graft(&mut self, index: u8, events: &mut Events) {
        let Some(&graft) = self.offered_grafts().get(usize::from(index)) else { return };
        if self.player.build.grafts.push(graft).is_err() {
            return;
        }
        self.player.build.grafts_due = self.player.build.grafts_due.saturating_sub(1);
        events.push(Event::GraftTaken(graft));
        if graft.effects().contains(&Effect::KnowsPotions) {
            self.identified = [true; ItemKind::POTIONS.len()];
        }
    }
}

/// Returns the grafts that the run of `seed` may offer. Some items, firmwares and grafts push creatures, but each run
/// offers only one of these ways of pushing. A graft that pushes is offered only if it is the run's way (I17).
fn found_grafts(seed: u64) -> impl Iterator<Item = Graft> {
    let way = Pushing::of(seed);
    Graft::ALL.into_iter().filter(move |&graft| {
        let is_way = Pushing::Graft(graft) == way;
        is_way || Pushing::all().all(|other| other != Pushing::Graft(graft))
    })
}
