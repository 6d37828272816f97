//! Checks the meter on scenes whose best action is plain, and that it is repeatable.

use musrex_core::Game;
use musrex_core::bots::Strategy;
use musrex_core::content::ItemKind;
use musrex_devtools::meter::chances::{Chances, Ruler, Sample};
use musrex_devtools::meter::{
    Measured, RULERS, Settings, Verdict, measure, measure_turn, played, report,
};
use musrex_testkit::Scenario;
use std::sync::OnceLock;

/// Fits chances to a few games.
fn chances() -> &'static Chances {
    static CHANCES: OnceLock<Chances> = OnceLock::new();
    CHANCES.get_or_init(|| {
        let play = |seed| played::play(Strategy::Master, seed, |_| {}).samples;
        Chances::fit(&(1..=8).flat_map(play).collect::<Vec<Sample>>())
    })
}

/// Measures the first turn of a scene.
fn measured(scene: &Scenario) -> Measured {
    let settings = Settings { choosing: 8, testing: 48, ..Settings::new(Strategy::Careful) };
    measure_turn(&scene.game(), 1, &settings, chances())
}

fn verdict(measured: &Measured, ruler: Ruler) -> &Verdict {
    let index = RULERS.iter().position(|other| *other == ruler).expect("it is listed");
    measured.verdicts[index].as_ref().expect("there is something but bumping")
}

// A healthy player beside one weak mouse: nothing is better than a blow.
#[test]
fn a_duel_with_a_weak_mouse_is_bumping() {
    let scene = Scenario::new("#####\n#...#\n#.@m#\n#...#\n#####").level(5);
    let found = measured(&scene.carries(ItemKind::HealthPack));
    assert_eq!(found.enemies, 1);
    for ruler in RULERS {
        let verdict = verdict(&found, ruler);
        assert!(!verdict.beats, "{ruler:?}: {verdict:?}");
    }
}

// At the door of death a Health Pack is worth more than its price.
#[test]
fn a_dying_player_drinks_first() {
    let scene = Scenario::new("#@r#").level(7).hp(2);
    let found = measured(&scene.carries(ItemKind::HealthPack));
    let verdict = verdict(&found, Ruler::Measured);
    assert!(verdict.beats && verdict.verb == "use Health Pack", "{verdict:?}");
}

// No good is worth less than nothing: with more hit points or another item the chance is never smaller.
#[test]
fn more_is_never_worth_less() {
    let game = |hp: u16, items: usize| -> Game {
        let scene = Scenario::new("#@.#").floor(5).level(5).hp(hp);
        (0..items).fold(scene, |scene, _| scene.carries(ItemKind::Cheese)).game()
    };
    for ruler in RULERS {
        let of = |hp, items| chances().of(&game(hp, items), ruler);
        assert!(of(30, 0) >= of(10, 0) && of(10, 1) > of(10, 0), "{ruler:?}");
    }
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let told = [1, 3].map(|jobs| {
        let settings = Settings {
            games: 2,
            turns: 1,
            choosing: 4,
            testing: 8,
            jobs,
            ..Settings::new(Strategy::Charger)
        };
        let found = measure(&settings).expect("threads can be started");
        assert!(!found.turns.is_empty());
        (report::render(&found, &settings), found.turns)
    });
    assert!(told[0] == told[1]);
}
