//! Checks the decision meter on scenes whose best action is plain, and that it is repeatable.

use musrex_core::bots::Strategy;
use musrex_core::content::ItemKind;
use musrex_devtools::meter::prices::Prices;
use musrex_devtools::meter::{Family, Measured, Settings, Verdict, measure, measure_turn, report};
use musrex_testkit::Scenario;

/// Measures the first turn of a scene.
fn measured(scene: &Scenario) -> Measured {
    let settings = Settings { playouts: 128, ..Settings::new(Strategy::Careful) };
    measure_turn(&scene.game(), 1, &settings, &Prices::find())
}

fn verdict(measured: &Measured, family: Family) -> &Verdict {
    let index = Family::ALL.iter().position(|other| *other == family).expect("it is listed");
    measured.verdicts[index].as_ref().expect("there is something but bumping")
}

// A healthy player beside one weak mouse: nothing is better than a blow.
#[test]
fn a_duel_with_a_weak_mouse_is_bumping() {
    let scene = Scenario::new("#####\n#...#\n#.@m#\n#...#\n#####").level(5);
    let found = measured(&scene.carries(ItemKind::HealthPack));
    assert_eq!(found.enemies, 1);
    for family in Family::ALL {
        let verdict = verdict(&found, family);
        assert!(!verdict.beats && verdict.advantage < 0.01, "{verdict:?}");
    }
}

// Five mice around the mouth of a corridor: one step back, and they come one at a time.
#[test]
fn a_crowd_calls_for_the_corridor() {
    let floor = "#########\n#####nn.#\n#....@n.#\n#####nn.#\n#########";
    let found = measured(&Scenario::new(floor).floor(4).level(6));
    assert_eq!(found.enemies, 5);
    // It stays beside the mouse at the corner.
    let verdict = verdict(&found, Family::Free);
    assert!(verdict.beats && verdict.verb == "sidestep", "{verdict:?}");
}

// At the door of death, a Health Pack is worth more than its price.
#[test]
fn a_dying_player_drinks_first() {
    let scene = Scenario::new("#@r#").level(7).hp(2);
    let found = measured(&scene.carries(ItemKind::HealthPack));
    let verdict = verdict(&found, Family::Priced);
    assert!(verdict.beats && verdict.verb == "use Health Pack", "{verdict:?}");
}

// Healing alone is no decision: the pack can be used as well after the fight.
#[test]
fn healing_is_paid_for() {
    let scene = Scenario::new("#@m#").level(5).hp(2);
    let found = measured(&scene.carries(ItemKind::HealthPack));
    assert!(verdict(&found, Family::ItemsForNothing).beats);
    assert!(!verdict(&found, Family::Priced).beats);
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let told = [1, 3].map(|jobs| {
        let settings =
            Settings { turns: 20, playouts: 8, jobs, ..Settings::new(Strategy::Charger) };
        let turns = measure(&settings).expect("threads can be started");
        assert_eq!(turns.len(), 20);
        (report::render(&turns, &settings), turns)
    });
    assert!(told[0] == told[1]);
}
