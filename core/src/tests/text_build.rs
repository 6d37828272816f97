//! Tests that the sentences about grafts, firmware and deeds fit their places on the screen.

use super::text::{LOG_WIDTH, WINDOW_WIDTH, actors, assert_fits};
use crate::content::effects::Effect;
use crate::content::{Firmware, Graft, ItemKind, Label, MonsterKind, SpillKind};
use crate::geometry::Pos;
use crate::quantity::{Floor, Hp};
use crate::rules::{Actor, Event, Refusal};
use crate::view::text;
use std::vec;

const AT: Pos = Pos::at(1, 1);

// H1, H2, B16, I14: the messages about grafts, firmware and deeds fit the log.
#[test]
fn what_a_build_does_fits_the_log() {
    let mut events = vec![Event::ChargeGained];
    events.extend(Graft::ALL.map(Event::GraftTaken));
    events.extend(SpillKind::ALL.map(|kind| Event::Bathed { kind, hp: Hp(100) }));
    for firmware in Firmware::ALL {
        let label = Label::Known(ItemKind::Microchip);
        events.push(Event::PickedUp { label, firmware: Some(firmware) });
        for target in actors().into_iter().map(Some).chain([None]) {
            events.push(Event::DeedDone { firmware, target, at: AT });
        }
    }
    let effects = Graft::ALL.into_iter().flat_map(|graft| graft.spec().effects);
    for &effect in effects {
        if let Effect::Leaves(item, _) = effect {
            let label = Label::Known(item);
            events.extend(MonsterKind::ALL.map(|kind| Event::ItemLeft { kind, label }));
        }
    }
    let refusals = [
        Refusal::NoGraft,
        Refusal::NoDeed,
        Refusal::NoCharge,
        Refusal::NobodyThere,
        Refusal::BeyondDeed(5),
        Refusal::NotStraight,
        Refusal::DeedBlocked,
        Refusal::NothingToPull,
    ];
    let told = events.iter().filter_map(text::event_message);
    for message in told.chain(refusals.into_iter().filter_map(text::refusal_message)) {
        assert_fits(&message.text, LOG_WIDTH);
    }
}

// B16: the lines in the choice of a graft fit their window.
#[test]
fn what_grafts_do_fits_their_window() {
    for graft in Graft::ALL {
        for line in text::graft_lines(graft) {
            assert_fits(&line, 232 - 16);
        }
    }
}

// I11, I14: the effects and the deeds of firmware fit their windows.
#[test]
fn what_firmware_does_fits_its_windows() {
    for firmware in Firmware::ALL {
        let name = text::firmware_name(firmware);
        assert_fits(&text::firmware_line(firmware, Floor::THRONE), 228 - 20);
        assert_fits(&text::charges_line(3), WINDOW_WIDTH);
        // In a vault's window, and in a locker's.
        assert_fits(&text::deed_line(firmware), 228 - 20);
        // In the list of the pack, the mark for worn items follows the name.
        assert_fits(name, 128 - 29 - 10);
        // In a vault's window, the firmware's name is drawn beside the pedestals.
        assert_fits(name, 228 - 20 - 3 * 24);
    }
}

// M8: the lines about marks fit a window.
#[test]
fn every_mark_fits_a_window() {
    for kind in MonsterKind::ALL.into_iter().map(Some).chain([None]) {
        for turns in [1, 2] {
            assert_fits(&text::marked_line(kind.map(Actor::Monster), turns), WINDOW_WIDTH);
            assert_fits(&text::marked_line(kind.map(Actor::Ally), turns), WINDOW_WIDTH);
        }
        let odds = kind.and_then(|kind| text::mark_odds(kind, (100, 110)));
        assert_fits(odds.as_deref().unwrap_or_default(), WINDOW_WIDTH);
    }
}
