//! Checks the feats of a run, and the kits that the feats open (H17).

use Command::{Deed, Use, Wait, Walk};
use musrex_core::Command;
use musrex_core::Direction::{East, North};
use musrex_core::app::ScreenName;
use musrex_core::content::feats::{Feat, Feats};
use musrex_core::content::{Firmware, ItemKind, Kit, Status};
use musrex_core::geometry::Pos;
use musrex_core::input::Button::{A, B, Down, Left, Right, Start};
use musrex_core::poll::block_on;
use musrex_core::raster::{Colour, Frame};
use musrex_core::replay::{self, Recorder};
use musrex_core::rules::Events;
use musrex_core::save::{RunMode, SaveManager, Score, Scores};
use musrex_core::seed::Date;
use musrex_core::view::text;
use musrex_core::world::{Game, GroundItem, Item, Progress, Terrain};
use musrex_testkit::Scenario;
use musrex_testkit::app_driver::AppDriver;
use musrex_testkit::flash::Flash;
use musrex_testkit::ocr::{self, says};
use musrex_testkit::save_now::SaveNow;
use musrex_testkit::seeds::shifted;
use musrex_testkit::words;
use std::collections::BTreeSet;

#[track_caller]
fn assert_says(driver: &AppDriver, words: &str, colour: Colour) {
    let mut app = driver.app.clone();
    let draw = |frame: &mut Frame<'_>| assert!(app.draw(frame), "a frame of another size is drawn");
    assert!(ocr::drawn(draw, |frame| says(frame, words, colour)), "{words:?} is not on the frame");
}

/// The floor on which arrival is a feat (H17).
const FEAT_FLOOR: u8 = 7;

/// Returns a scene and the command that achieves `feat` in it.
fn doing(feat: Feat) -> (Scenario, Command) {
    match feat {
        Feat::FreesMice => (Scenario::new("#i###\n#@.{#\n#####").floor(4), Walk(North)),
        Feat::MakesAlly => {
            let scene = Scenario::new("#@n.#").monster_status(Status::Stunned, 9);
            (scene.carries(ItemKind::OverrideChip), Use(0))
        }
        Feat::RobsVault => {
            let scene = Scenario::new("#d#\n#@#").changed(|floor| {
                let (pos, item) = (Pos::at(2, 1), Item::new(ItemKind::Crowbar));
                floor.items.push(GroundItem { pos, item }).expect("there is room");
            });
            (scene, Walk(North))
        }
        Feat::UsesTerminal => (Scenario::new("#?#\n#@#").floor(2), Walk(North)),
        Feat::BeatsNamed => (Scenario::new("#@B#").level(90).monster_hp(1), Walk(East)),
        Feat::ReachesFloor => (Scenario::new("#@<#").floor(FEAT_FLOOR - 1), Walk(East)),
        Feat::KillsByCable => {
            let scene = Scenario::new("#@...m#").firmware(Firmware::Swap).level(30);
            let scene = scene.monster_hp(1).floor(9).changed(|floor| {
                floor.map.set(Pos::at(2, 1), Terrain::CableLive);
            });
            (scene, Deed(Pos::at(6, 1)))
        }
        Feat::Wins => (Scenario::new("#@K#").floor(13).level(9), Walk(East)),
    }
}

// H17: each feat is recorded when it is achieved, and no other feat is recorded with it.
#[test]
fn each_feat_is_noted() {
    for feat in Feat::ALL {
        let (scene, command) = doing(feat);
        assert_eq!(scene.game().mode().feats(), Feats::NONE);
        let run = scene.play(&[command]);
        assert_eq!(run.game.mode().feats(), Feats::NONE.with(feat), "{feat:?}");
        assert!(Score::of(&run.game).mode.feats().has(feat));
    }
    // Arriving on the floor below that one is not a feat.
    let below = Scenario::new("#@<#").floor(FEAT_FLOOR - 2).play(&[Walk(East)]);
    assert_eq!(below.game.mode().feats(), Feats::NONE);
}

// H17: four kits are open from the start. Each of the other kits is opened by either of its two feats. Each feat opens
// one kit.
#[test]
fn each_feat_opens_a_kit() {
    let closed: Vec<Kit> = Kit::closed(Feats::ALL).collect();
    assert_eq!(closed, [Kit::Handler, Kit::Courier, Kit::Locksmith, Kit::Cook]);
    assert_eq!(Kit::closed(Feats::NONE).count(), 0);
    for feat in Feat::ALL {
        let missing = Feats::NONE.with(feat).others();
        assert_eq!(Kit::closed(missing).count() + 1, closed.len(), "{feat:?}");
    }
    for kit in Kit::ALL {
        let line = words::find(&words::path_of("kit", kit, "opens"));
        assert_eq!(line.is_some(), closed.contains(&kit), "{kit:?}");
    }
}

// H17, W30: lockers offer three different kits, which the seed selects from the open kits.
#[test]
fn lockers_offer_what_is_open() {
    let mut seen = BTreeSet::new();
    for seed in (0..60).map(shifted) {
        for missing in [Feats::NONE, Feats::ALL, Feats::ALL.others().with(Feat::Wins)] {
            let kits = Kit::offered(seed, missing);
            assert_eq!(kits, Kit::offered(seed, missing));
            assert!(kits.iter().all(|kit| kit.is_open(missing)), "{kits:?}");
            let different: BTreeSet<usize> = kits.iter().map(|kit| *kit as usize).collect();
            assert_eq!(different.len(), 3);
            if missing == Feats::ALL {
                seen.extend(different);
            }
        }
        let mut game = Game::new(seed);
        game.set_mode(RunMode::ORDINARY.with_missing(Feats::ALL));
        let map = &game.current_floor().map;
        let lockers = map.positions_of(|terrain| terrain == Terrain::Locker);
        let kits: Vec<Kit> = lockers.filter_map(|at| game.kit_at(at)).collect();
        assert_eq!(kits, Kit::offered(seed, Feats::ALL));
    }
    assert_eq!(seen.len(), 4);
}

// H17: the feats that are missing when a run begins determine which kits are closed. This set never changes during
// play, in a save or in a recording. A save stores the whole mode of the run.
#[test]
fn a_run_keeps_what_was_closed() {
    let missing = Feats::NONE.with(Feat::Wins).with(Feat::RobsVault);
    let (scene, command) = doing(Feat::UsesTerminal);
    let mut game = scene.seed(shifted(4)).game();
    let mode = game.mode().with_missing(missing).with_practice(true);
    assert!(mode.missing() == missing && mode.is_practice() && mode.night() == game.mode().night());
    game.set_mode(mode);
    game.step(command, &mut Events::new()).expect("it is used");
    assert_eq!(game.mode().missing(), missing);
    let mut game = Game::new(shifted(4));
    game.set_mode(RunMode::ORDINARY.with_missing(missing));
    let mut manager = block_on(SaveManager::open(Flash::default()));
    manager.begin(&game).expect("the flash is whole");
    let mut again = Game::new(0);
    assert!(block_on(manager.load(&mut again)).has_run);
    assert_eq!(again.mode(), game.mode());
    let mut recorder = Recorder::new(String::new(), &game).expect("strings grow");
    game.step(Wait, &mut Events::new()).expect("anyone can wait");
    recorder.record(Wait, &game).expect("strings grow");
    let recording = recorder.finish(&game).expect("strings grow");
    assert!(recording.contains("\nmissing "));
    assert_eq!(replay::verify(recording.as_bytes()).map(|it| it.mode().missing()), Ok(missing));
}

// H17: when a run ends, its feats are kept, whether or not the run has a row in the hall of fame. The save also stores
// them.
#[test]
fn feats_are_kept() {
    let mut scores = Scores::new();
    for (feat, is_practice) in [(Feat::FreesMice, false), (Feat::RobsVault, true)] {
        let (scene, command) = doing(feat);
        let mut game = scene.game();
        game.set_mode(game.mode().with_practice(is_practice));
        game.step(command, &mut Events::new()).expect("it is done");
        assert_eq!(scores.insert(Score::of(&game)).is_none(), is_practice);
    }
    let wanted = Feats::NONE.with(Feat::FreesMice).with(Feat::RobsVault).others();
    assert_eq!(scores.progress().missing(), wanted);
    let mut game = Game::new(shifted(5));
    let mut manager = block_on(SaveManager::open(Flash::default()));
    manager.begin(&game).expect("the flash is whole");
    game.step(Wait, &mut Events::new()).expect("anyone can wait");
    manager.end(Wait, &game, &scores).expect("the flash is whole");
    assert_eq!(block_on(manager.load(&mut game)).scores.progress(), scores.progress());
}

// H17: kits are closed only if the host requests it. A locker shows the next closed kit dark, with the feats that open
// it. In the daily run, all kits are open.
#[test]
fn a_closed_kit_is_shown_with_what_opens_it() {
    let mut driver = AppDriver::new(shifted(3));
    driver.tap(A);
    assert_eq!(driver.app.game().mode().missing(), Feats::NONE);
    let mut driver = AppDriver::new(shifted(3));
    driver.app.close_kits();
    driver.tap(A);
    assert_eq!(driver.app.game().mode().missing(), Feats::ALL);
    let scene = Scenario::new("#xxx#\n#.@.#\n#...#");
    let mut game = scene.game();
    game.set_mode(driver.app.game().mode());
    let first = game.kit_at(Pos::at(2, 1)).expect("a locker");
    driver.app.watch(game);
    driver.walk(North);
    assert_eq!(driver.app.screen(), ScreenName::Locker);
    driver.taps(&[Right, Right]);
    assert_says(&driver, text::kit_name(Kit::Handler), Colour::GREY);
    assert_says(&driver, words::line("kits.closed"), Colour::WHITE);
    assert_says(&driver, words::of("kit", Kit::Handler, "opens"), Colour::GOLD);
    // A closed kit cannot be taken.
    driver.tap(A);
    assert_eq!((driver.app.screen(), driver.app.game().turn().0), (ScreenName::Locker, 0));
    driver.tap(Right);
    assert_says(&driver, text::kit_name(first), Colour::GOLD);
    driver.app.set_today(Date::new(2026, 11, 23));
    driver.app.offer_daily();
    driver.tap(Start);
    assert_eq!(driver.app.game().mode().missing(), Feats::NONE);
}

// H17: the end of a run names the kits that the run has opened. The hall of fame lists the open kits, and the feats
// that open the others.
#[test]
fn what_is_opened_is_told() {
    let mut driver = AppDriver::in_lobby(shifted(3));
    let (scene, command) = doing(Feat::Wins);
    driver.app.watch(scene.game());
    driver.play(command);
    driver.wait(240);
    assert_eq!(driver.app.screen(), ScreenName::Victory);
    let progress = driver.app.scores().progress();
    assert_eq!(Progress::NEW.kits_opened_until(progress).collect::<Vec<_>>(), [Kit::Cook]);
    let lines = text::opened_lines(Progress::NEW, progress);
    assert_eq!(lines.len(), 2, "a night and a kit");
    for line in &lines {
        assert_says(&driver, line, Colour::GOLD);
    }
    assert!(text::opened_lines(progress, progress).is_empty());
    driver.app.show_title();
    driver.taps(&[Down, Down, Down, A]);
    assert_eq!(driver.app.screen(), ScreenName::Hall);
    driver.tap(Right);
    assert_says(&driver, words::line("kits.heading"), Colour::GOLD);
    assert_says(&driver, &text::nights_line(progress), Colour::STRAW);
    for kit in Kit::closed(progress.missing()) {
        assert_says(&driver, words::of("kit", kit, "opens"), Colour::WHITE);
    }
    driver.tap(Left);
    assert_says(&driver, "Hall of Fame", Colour::GOLD);
    driver.taps(&[Right, B]);
    assert_says(&driver, "Hall of Fame", Colour::GOLD);
}
