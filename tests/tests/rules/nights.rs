//! Checks the nights, which are difficulty levels (H16).

use Command::Wait;
use musrex_core::Command;
use musrex_core::Direction::East;
use musrex_core::Outcome;
use musrex_core::app::ScreenName;
use musrex_core::content::nights::{Hardship, Night};
use musrex_core::content::{ItemKind, Slot, floors};
use musrex_core::input::Button::{A, Down, Left, Right, Start};
use musrex_core::limits::MONSTERS_ALIVE_MAX;
use musrex_core::poll::block_on;
use musrex_core::quantity::{Floor, Hp};
use musrex_core::raster::{Colour, Frame};
use musrex_core::replay::{self, ParseErrorKind, Recorder, ReplayError};
use musrex_core::rules::{Event, Events};
use musrex_core::save::{RunMode, SaveManager, Score, Scores};
use musrex_core::seed::Date;
use musrex_core::view::text;
use musrex_core::world::{Conduct, FloorState, Game, Monster, Terrain};
use musrex_core::worldgen;
use musrex_testkit::Scenario;
use musrex_testkit::app_driver::AppDriver;
use musrex_testkit::flash::Flash;
use musrex_testkit::ocr::{self, says};
use musrex_testkit::save_now::SaveNow;
use musrex_testkit::seeds::shifted;
use musrex_testkit::words;
use std::cell::RefCell;

fn night(number: u8) -> Night {
    Night::new(number).expect("a night")
}

fn floor(number: u8) -> Floor {
    Floor::new(number).expect("a floor")
}

#[track_caller]
fn assert_says(driver: &AppDriver, words: &str, colour: Colour) {
    let mut app = driver.app.clone();
    let draw = |frame: &mut Frame<'_>| assert!(app.draw(frame), "a frame of another size is drawn");
    assert!(ocr::drawn(draw, |frame| says(frame, words, colour)), "{words:?} is not on the frame");
}

/// Returns a new floor of the night `of`, and the same floor in the first night.
fn hardened(seed: u64, number: u8, of: Night) -> [Box<FloorState>; 2] {
    let mut plain = Box::new(FloorState::EMPTY);
    worldgen::generate(seed, floor(number), &mut plain);
    let mut hard = plain.clone();
    worldgen::harden(seed, floor(number), of, &mut hard);
    [hard, plain]
}

fn named(state: &FloorState) -> Vec<&Monster> {
    state.monsters.iter().filter(|it| it.kind.spec().firmware.is_some()).collect()
}

// H16: there are ten nights. The first has no hardship. Each other night has one hardship of its own, shown as a line,
// and the hardships of all earlier nights.
#[test]
fn each_night_has_a_line_more() {
    assert_eq!(Night::COUNT, 10);
    for of in Night::ALL {
        let lines = RefCell::new(Vec::new());
        let _ = of.find(|line| {
            lines.borrow_mut().push(line);
            None::<()>
        });
        let lines = lines.into_inner();
        let wanted = Night::ALL.into_iter().filter(|&other| other <= of);
        assert_eq!(lines, wanted.filter_map(Night::hardship).collect::<Vec<_>>());
        assert_eq!(lines.len() + 1, usize::from(of.number()));
        assert_eq!(of.next(), Night::new(of.number() + 1));
    }
    assert_eq!((Night::new(0), Night::new(11)), (None, None));
}

// H16: the line of a night states the number of its hardship.
#[test]
fn each_line_tells_its_number() {
    for of in Night::ALL {
        let words = match of.hardship() {
            None => "without extra rules".to_owned(),
            Some(Hardship::WakeRadius(steps)) => format!("{steps} steps, not 4"),
            Some(Hardship::VentTurns(turns)) => format!("{turns} turns, not 4"),
            Some(Hardship::NoneBesideVaults(kind)) => {
                format!("No {} on vault floors", text::name_of(kind))
            }
            Some(Hardship::SqueakRadius(steps)) => format!("{steps} steps, not 6"),
            Some(Hardship::VaultItems(2)) => "2 things, not 3".to_owned(),
            Some(Hardship::SecondNamedFrom(floor)) => format!("2 named mice from floor {floor}"),
            // A sixth of the hit points is a third less than a quarter.
            Some(Hardship::LevelHealsPart(6)) => "heal a third less".to_owned(),
            Some(Hardship::MoreMonsters(2)) => "Two more".to_owned(),
            Some(Hardship::TurnsPerGuard(turns)) => format!("every {turns} turns"),
            other => panic!("{other:?}: the line tells another number"),
        };
        assert!(
            words::of("night", of, "line").contains(&words),
            "{of:?}: {}",
            words::of("night", of, "line")
        );
    }
}

// H16: the first night changes nothing. The other nights change only terrain that can also change in play.
#[test]
fn the_first_night_is_the_plain_game() {
    for number in 0..=13 {
        let [hard, plain] = hardened(shifted(3), number, Night::Plain);
        assert!(hard == plain, "floor {number}");
        let [hard, plain] = hardened(shifted(3), number, Night::LAST);
        for (one, other) in hard.map.tiles().iter().zip(plain.map.tiles()) {
            assert_eq!(one.origin(), other.origin(), "floor {number}");
        }
    }
}

/// Returns whether a sleeper `steps` steps away wakes in at least one of many runs of night `number`.
fn wakes(number: u8, steps: usize) -> bool {
    let scene = Scenario::new(&format!("#@{}z#", ".".repeat(steps - 1))).night(number);
    (0..60).map(shifted).any(|seed| {
        let run = scene.clone().seed(seed).play(&[Wait]);
        run.game.current_floor().monsters[0].ai_state.is_alert()
    })
}

// H16, S1: in night 2, sleepers wake from farther away.
#[test]
fn sleepers_wake_from_farther_away() {
    assert_eq!([1, 2].map(|number| wakes(number, 4)), [true, true]);
    assert_eq!([1, 2].map(|number| wakes(number, 6)), [false, true]);
    assert_eq!([1, 2].map(|number| wakes(number, 7)), [false, false]);
}

// H16, W15: in night 3, mice leave the vents sooner.
#[test]
fn vents_are_left_sooner() {
    let text = "
        ####v##############
        #@tm..............#
        ##########v########";
    for (number, turns) in [(2, 4), (3, 2)] {
        let run = Scenario::new(text).level(80).monster_hp(40).night(number).play(&[Wait; 11]);
        let turn_of = |wanted: fn(&Event) -> bool| {
            run.turns.iter().position(|turn| turn.events.iter().any(wanted)).expect("it happens")
        };
        let entered = turn_of(|event| matches!(event, Event::VentEntered { .. }));
        let left = turn_of(|event| matches!(event, Event::VentLeft { .. }));
        assert_eq!(left - entered, turns, "night {number}");
    }
}

// H16, I4: in night 4, floors with vaults have no cheese. Other floors have the usual cheese.
#[test]
fn vault_floors_have_no_cheese() {
    let cheese = |state: &FloorState| {
        state.items.iter().filter(|ground| ground.item.kind == ItemKind::Cheese).count()
    };
    for number in 1..=12 {
        let [hard, plain] = hardened(shifted(5), number, night(4));
        assert!(cheese(&plain) > 0, "I4");
        let wanted = if floor(number).spec().has_vault { 0 } else { cheese(&plain) };
        assert_eq!(cheese(&hard), wanted, "floor {number}");
    }
}

// H16, S4: in night 5, squeaks are heard farther away.
#[test]
fn squeaks_are_heard_farther_away() {
    for (number, wakes) in [(4, false), (5, true)] {
        let scene = Scenario::new("#@.....z.........z#").night(number).changed(|floor| {
            floor.monsters[0].ai_state = musrex_core::world::AiState::Watching;
        });
        let run = scene.play(&[Wait; 2]);
        assert_eq!(run.game.current_floor().monsters[1].ai_state.is_alert(), wakes);
    }
}

// H16, W17: in night 6, one pedestal of each vault is sealed and empty; the other two have items.
#[test]
fn vaults_hold_two_things() {
    for number in [2, 8, 12] {
        let [hard, plain] = hardened(shifted(6), number, night(6));
        let holding = |state: &FloorState| {
            let at = state.map.positions_of(|terrain| terrain == Terrain::Pedestal);
            at.filter(|&at| state.item_at(at).is_some()).count()
        };
        assert_eq!((holding(&plain), holding(&hard)), (3, 2));
        let sealed = hard.map.positions_of(|it| it == Terrain::PedestalSealed).collect::<Vec<_>>();
        assert_eq!(sealed.len(), 1);
        assert!(hard.item_at(sealed[0]).is_none());
        let [fuller, _] = hardened(shifted(6), number, night(5));
        assert_eq!(holding(&fuller), 3);
    }
}

// H16, M19: in night 7, each floor from 7 to 12 has two named mice of different kinds, each with a chip.
#[test]
fn named_mice_come_in_pairs() {
    for number in 1..=13 {
        let [hard, plain] = hardened(shifted(7), number, night(7));
        let more = usize::from(number >= 7 && floors::NAMED.contains(&number));
        assert_eq!(named(&hard).len(), named(&plain).len() + more, "floor {number}");
        if let [first, second] = named(&hard)[..] {
            assert_ne!(first.kind, second.kind);
            assert!(first.loot.is_some() && second.loot.is_some());
        }
    }
}

// H16, B13: in night 8, a new level heals fewer hit points.
#[test]
fn levels_give_back_less() {
    for (number, part) in [(7, 4), (8, 6)] {
        let game = Scenario::new("#@#").level(10).hp(1).night(number).game();
        let next = Scenario::new("#@#").level(11).game().player_stats().hp_max;
        assert_eq!(game.next_level_heals(), Hp(next.0 / part));
    }
    let game = Scenario::new("#@#").worn(Slot::Weapon, Default::default()).night(8).game();
    assert_eq!(game.mode().night(), Night::SlowHealing);
}

// H16, M1, M7: in night 9, floors have more monsters, and still room for followers.
#[test]
fn there_are_more_monsters() {
    for number in 0..=13 {
        let [hard, plain] = hardened(shifted(9), number, Night::LAST);
        let paired = usize::from((7..=12).contains(&number));
        let more = if (1..=12).contains(&number) { 2 + paired } else { 0 };
        assert_eq!(hard.monsters.len(), plain.monsters.len() + more, "floor {number}");
        let most = worldgen::monsters(floor(number), Night::LAST);
        assert!(hard.monsters.len() <= most && most <= MONSTERS_ALIVE_MAX - 4 + 1);
        let mut places: Vec<_> = hard.monsters.iter().map(|it| it.body.pos.index()).collect();
        places.sort_unstable();
        places.dedup();
        assert_eq!(places.len(), hard.monsters.len(), "each on a tile of its own");
    }
}

// H16, K1: in night 10, guards come more often.
#[test]
fn guards_come_more_often() {
    let hall = "
        ########v################v#
        #@.....k..................#
        ###########################";
    for (number, wanted) in [(9, vec![13, 25]), (10, vec![9, 17, 25])] {
        let scene = Scenario::new(hall).floor(13).level(99).night(number).changed(|floor| {
            let stunned = musrex_core::content::Status::Stunned;
            floor.monsters[0].body.statuses.set(stunned, 99);
        });
        let run = scene.play(&[Wait; 26]);
        let turns: Vec<usize> = (1..)
            .zip(&run.turns)
            .filter(|(_, turn)| turn.events.contains(&Event::GuardCame))
            .map(|(turn, _)| turn)
            .collect();
        assert_eq!(turns, wanted, "night {number}");
    }
}

// H16, W11: the monsters that a night adds are there when the player arrives. A save keeps them, and no more are added
// when the player leaves the floor.
#[test]
fn a_floor_of_a_night_is_kept() {
    let mut game = Game::new(shifted(4));
    game.set_mode(RunMode::ORDINARY.with_night(Night::LAST));
    let mut bot = musrex_core::bots::Bot::new(musrex_core::bots::Strategy::Stairs);
    let mut events = Events::new();
    while game.floor() < floor(1) {
        let command = bot.next(&game, &game.visible());
        game.step(command, &mut events).expect("the bot plays");
    }
    let wanted = worldgen::monsters(floor(1), Night::LAST);
    assert_eq!(game.current_floor().monsters.len(), wanted);
    let before = game.current_floor().clone();
    let mut manager = block_on(SaveManager::open(Flash::default()));
    manager.begin(&game).expect("the flash is whole");
    let mut again = Game::new(0);
    assert!(block_on(manager.load(&mut again)).has_run);
    assert!(again == game);
    while game.floor() < floor(2) {
        let command = bot.next(&game, &game.visible());
        if game.step(command, &mut events).is_err() || game.outcome() != Outcome::Playing {
            return;
        }
    }
    let left = game.rebuild_floor(floor(1)).expect("it was left");
    assert!(left.monsters.len() <= before.monsters.len());
}

// H16: the save, the recording and the run's row in the hall of fame all store its night. Conducts are not affected.
#[test]
fn a_run_keeps_its_night() {
    for of in Night::ALL {
        let mode = RunMode::ORDINARY.with_night(of);
        assert_eq!(mode.night(), of);
        assert!(Conduct::ALL.into_iter().all(|conduct| mode.has_kept(conduct)));
        assert!(!mode.is_practice() && mode.with_practice(true).night() == of);
        let mut game = Game::new(shifted(5));
        game.set_mode(mode);
        let mut manager = block_on(SaveManager::open(Flash::default()));
        manager.begin(&game).expect("the flash is whole");
        let mut again = Game::new(0);
        assert!(block_on(manager.load(&mut again)).has_run);
        assert_eq!(again.mode(), mode);
        let mut recorder = Recorder::new(String::new(), &game).expect("strings grow");
        game.step(Wait, &mut Events::new()).expect("anyone can wait");
        recorder.record(Wait, &game).expect("strings grow");
        let recording = recorder.finish(&game).expect("strings grow");
        assert_eq!(recording.contains("\nnight "), of != Night::Plain);
        assert_eq!(replay::verify(recording.as_bytes()).map(|it| it.mode().night()), Ok(of));
        assert_eq!(Score::of(&game).mode.night(), of);
    }
    let broken = "musrex-replay 1\nseed 1\nversion 1\nnight 11\n";
    let Err(error) = replay::verify(broken.as_bytes()) else { panic!("there is no such night") };
    assert!(matches!(error, ReplayError::Parse(it) if it.kind == ParseErrorKind::Night));
}

/// Returns the hall-of-fame row of a run in the night `of`.
fn row(of: Night, is_won: bool) -> Score {
    let mut game = Game::new(shifted(1));
    game.set_mode(RunMode::ORDINARY.with_night(of));
    let killed_by = (!is_won).then_some(musrex_core::world::Cause::Player);
    Score { killed_by, ..Score::of(&game) }
}

// H16: only a win opens the next night. An open night stays open in later runs.
#[test]
fn a_win_opens_the_next_night() {
    let mut scores = Scores::new();
    scores.insert(row(Night::Plain, false));
    assert_eq!(scores.progress().opened_night(), Night::Plain);
    scores.insert(row(Night::Plain, true));
    assert_eq!(scores.progress().opened_night(), night(2));
    scores.insert(row(night(2), true));
    scores.insert(row(Night::Plain, true));
    let progress = scores.progress();
    assert_eq!((progress.opened_night(), progress.chosen_night()), (night(3), Night::Plain));
    scores.insert(row(Night::LAST, true));
    assert_eq!(scores.progress().opened_night(), Night::LAST);
    let mut game = Game::new(shifted(5));
    let mut manager = block_on(SaveManager::open(Flash::default()));
    manager.begin(&game).expect("the flash is whole");
    game.step(Wait, &mut Events::new()).expect("anyone can wait");
    manager.end(Wait, &game, &scores).expect("the flash is whole");
    let loaded = block_on(manager.load(&mut game));
    assert_eq!(loaded.scores.progress(), scores.progress());
}

// H16: the end of a won run names the night that it has opened. The screen for choosing a run then offers this night
// with its line.
#[test]
fn a_night_is_opened_and_chosen() {
    let mut driver = AppDriver::in_lobby(shifted(3));
    driver.taps(&[Start]);
    driver.app.watch(Scenario::new("#@K#").floor(13).level(9).game());
    driver.walk(East);
    driver.wait(240);
    assert_eq!(driver.app.screen(), ScreenName::Victory);
    let lines = text::opened_lines(Default::default(), driver.app.scores().progress());
    assert_says(&driver, &lines[0], Colour::GOLD);
    driver.app.show_title();
    driver.taps(&[Down, Down, A]);
    assert_eq!(driver.app.screen(), ScreenName::NewRun);
    driver.taps(&[Down]);
    assert_says(&driver, words::of("night", Night::Plain, "line"), Colour::SILVER);
    driver.taps(&[Left]);
    assert_says(&driver, words::of("night", night(2), "line"), Colour::SILVER);
    driver.taps(&[Right, Right, Start]);
    assert_eq!(
        (driver.app.screen(), driver.app.game().mode().night()),
        (ScreenName::Play, night(2))
    );
    // The message about the night is the second message when a run begins.
    driver.tap(A);
    let line = words::of("night", night(2), "line");
    assert!(driver.app.messages().iter().any(|entry| entry.message.text.contains(line)));
    // The next run has the same night, wherever the player begins it.
    driver.app.show_title();
    driver.tap(A);
    assert_eq!(driver.app.game().mode().night(), night(2));
}

// H16, H8: the daily run is in night 1 for everyone. While only night 1 is open, no choice of nights is shown.
#[test]
fn a_day_has_the_first_night() {
    let mut driver = AppDriver::new(shifted(3));
    driver.app.choose_night(night(4));
    driver.app.set_today(Date::new(2026, 11, 23));
    driver.app.offer_daily();
    driver.tap(Start);
    assert_eq!(driver.app.game().mode(), RunMode::ORDINARY.with_daily(true));
    let mut driver = AppDriver::new(shifted(3));
    driver.taps(&[Down, Down, A, Down, Right]);
    assert_says(&driver, words::line("new_run.calm"), Colour::SILVER);
}
