//! Checks that the meter gives repeatable results, and that it finds the best action in scenes where that action is
//! obvious.

use musrex_core::Game;
use musrex_core::bots::Strategy;
use musrex_core::content::ItemKind;
use musrex_devtools::meter::chances::{Chances, Ruler, Sample};
use musrex_devtools::meter::{
    Found, Measured, RULERS, Settings, Verdict, measure, measure_turn, played, report,
};
use musrex_testkit::Scenario;
use std::sync::OnceLock;

/// Returns a model of the chance to win that is fitted to a few games.
fn chances() -> &'static Chances {
    static CHANCES: OnceLock<Chances> = OnceLock::new();
    CHANCES.get_or_init(|| {
        let play = |seed| played::play(Strategy::Master, seed, |_| {}).samples;
        Chances::fit(&(1..=24).flat_map(play).collect::<Vec<Sample>>())
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

// For a healthy player beside one weak mouse, no action is better than an attack.
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

// For a player near death, a Health Pack is worth more than its price.
#[test]
fn a_dying_player_drinks_first() {
    let scene = Scenario::new("#@r#").level(7).hp(2);
    let found = measured(&scene.carries(ItemKind::HealthPack));
    let verdict = verdict(&found, Ruler::Measured);
    assert!(verdict.beats && verdict.verb == "use Health Pack", "{verdict:?}");
}

// No asset has negative worth: more hit points or one more item never reduce the chance.
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

// An item that heals costs most of the worth of the hit points that it heals, and never more, even if the fit gives a
// carried item little worth. The outcomes are made up: a player with more hit points wins more often, and nobody
// carries an item. In a few actual games, hit points might predict nothing by chance.
#[test]
fn what_is_used_up_in_a_scene_is_paid() {
    let game = |hp: u16, item: Option<ItemKind>| -> Game {
        let scene = Scenario::new("#@.#").floor(6).level(5).hp(hp);
        item.into_iter().fold(scene, Scenario::carries).game()
    };
    let sample = |number: u16| {
        let (hp, dice) = (1 + number % 32, number / 32 % 32);
        let mut sample = Sample::of(&game(hp, None));
        sample.set_won(dice < hp);
        sample
    };
    let chances = Chances::fit(&(0..32 * 32).map(sample).collect::<Vec<Sample>>());
    for item in [
        ItemKind::Cheese,
        ItemKind::HealthPack,
        ItemKind::PotionOfHealing,
        ItemKind::PotionOfRegrowth,
    ] {
        let whole = game(20, Some(item));
        let heals = whole.healing_at(whole.player_stats().hp_max, item).0;
        let scene = chances.in_scene(&whole);
        let of = |hp, item| scene.of(&game(hp, item), Ruler::Measured);
        assert!((of(20, Some(item)) - chances.of(&whole, Ruler::Measured)).abs() < 1e-9);
        let gained = of(20 + heals, Some(item)) - of(20, Some(item));
        let paid = of(20, Some(item)) - of(20, None);
        assert!(
            gained > 0.01 && paid > gained * 0.7 && paid < gained * 1.1,
            "{item:?}: {gained} {paid}"
        );
    }
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let told = [1, 3].map(|jobs| {
        let settings = Settings {
            games: 2,
            // The meter takes a random sample of the fight turns. With fewer turns, the sample might be empty.
            turns: 5,
            choosing: 4,
            testing: 8,
            has_oracle: true,
            jobs,
            ..Settings::new(Strategy::Charger)
        };
        let found = measure(&settings).expect("threads can be started");
        assert!(!found.turns.is_empty());
        assert_eq!(found.searched.len(), 2);
        (report::render(&found, &settings), report::csv(&found), found.turns)
    });
    assert!(told[0] == told[1]);
}

// The CSV list repeats the measured values of each turn.
#[test]
fn a_list_has_a_row_a_turn() {
    let scene = Scenario::new("#@r#").level(7).hp(2).carries(ItemKind::HealthPack);
    let turn = measured(&scene);
    assert_eq!((turn.enemies, turn.adjacent, turn.is_announced), (1, 1, false));
    let dying = measured(&Scenario::new("#@r#").hp(1));
    assert!(dying.danger > 0.5 && dying.danger > turn.danger, "{dying:?} {turn:?}");
    let (floor, danger) = (turn.floor, 100.0 * turn.danger);
    let found = Found {
        games_played: Vec::new(),
        log_loss: [0.0; 2],
        turns: vec![turn],
        worth_of_hp: Vec::new(),
        searched: Vec::new(),
    };
    let list = report::csv(&found);
    let lines: Vec<&str> = list.lines().collect();
    assert_eq!(lines[0], "floor,foes,adjacent,action,gain,error,danger,announced");
    let verdict = verdict(&found.turns[0], Ruler::Measured);
    let (gain, error) = (100.0 * verdict.advantage, 100.0 * verdict.error);
    let row = format!("{floor},1,1,use Health Pack,{gain:.2},{error:.2},{danger:.1},0");
    assert_eq!(lines[1..], [row]);
}
