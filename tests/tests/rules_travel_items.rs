//! What exploring says of items that the full pack has no room for (N4).

use AutoTravel::Explore;
use musrex_core::content::{ItemKind, Label};
use musrex_core::limits::PACK_MAX;
use musrex_core::rules::travel::{AutoTravel, Interrupt};
use musrex_tests::Scenario;

/// A floor whose items the player has dropped.
fn with_dropped(text: &str) -> Scenario {
    Scenario::new(text).changed(|floor| {
        floor.items.iter_mut().for_each(|ground| ground.item.was_carried = true);
    })
}

/// A scenario with so many keys in the pack.
fn with_keys(text: &str, count: usize) -> Scenario {
    (0..count).fold(Scenario::new(text), |scene, _| scene.carries(ItemKind::Key))
}

// N4: with a full pack, an item that comes into sight is named once, and left.
#[test]
fn a_full_pack_is_told_when_something_is_left() {
    let text = "@...\n###.\n###.\n###!\n###.";
    let run = with_keys(text, PACK_MAX).play(&[]);
    let unknown = run.game.label(ItemKind::PotionOfHealing);
    assert_ne!(unknown, Label::Known(ItemKind::PotionOfHealing));
    let (run, stop) = run.travel(Explore);
    assert_eq!(stop, Interrupt::PackFull(unknown), "{}", run.picture());
    let (run, stop) = run.travel(Explore);
    assert_eq!(stop, Interrupt::Explored, "{}", run.picture());
    assert_eq!(run.game.current_floor().items.len(), 1);
}

// N4: nothing is said of it with a free place; taking the last one tells what is left beside it.
#[test]
fn the_last_place_of_the_pack_tells_what_is_left() {
    let (run, stop) = with_keys("@.%..", PACK_MAX - 1).play(&[]).travel(Explore);
    assert_eq!(stop, Interrupt::Item, "{}", run.picture());
    let (run, stop) = with_keys("@.%.&", PACK_MAX - 1).play(&[]).travel(Explore);
    assert_eq!(stop, Interrupt::PackFull(Label::Known(ItemKind::Antidote)));
    run.shows("..@.&");
}

// N4: what the player leaves on purpose is not told.
#[test]
fn a_full_pack_does_not_tell_of_what_was_dropped() {
    let text = "@...\n###.\n###.\n###!";
    let full = (0..PACK_MAX).fold(with_dropped(text), |scene, _| scene.carries(ItemKind::Key));
    let (_, stop) = full.play(&[]).travel(Explore);
    assert_eq!(stop, Interrupt::Explored);
}
