//! Checks a save of every released format version. Each old save loads, or the game tells which part of it does not load
//! and keeps the rest. The golden files of these saves are never rewritten.

use musrex_core::app::{RepeatSpeed, Settings};
use musrex_core::content::{Firmware, MonsterKind, Status};
use musrex_core::poll::block_on;
use musrex_core::quantity::{Level, Turn};
use musrex_core::save::{FORMAT_VERSION, LoadWarning, SaveManager, Score, Scores};
use musrex_core::world::{Cause, FloorState, KingsEnd, Lineage, Terrain};
use musrex_core::{Command, Events, Floor, Game, Outcome, worldgen};
use musrex_testkit::assert_same;
use musrex_testkit::flash::Flash;
use musrex_testkit::full_floors::random_game;
use musrex_testkit::golden::{self, is_blessing};
use musrex_testkit::records::record;
use musrex_testkit::save_now::SaveNow;
use musrex_testkit::saves::{Player, SaveContents};
use musrex_testkit::tier::pick;
use std::fs;
use std::path::{Path, PathBuf};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("golden/saves")
}

fn paths(version: u8) -> [PathBuf; 2] {
    ["sav", "txt"].map(|extension| folder().join(format!("v{version}.{extension}")))
}

/// The number of the first random game to try. Most earlier games lack something.
const FIRST_GAME: u64 = 16_735;

/// Returns a player whose run is on the King's floor, with all floors below stored. The save contains everything that a
/// save can contain: this run, a journal that continues it, scores with all endings, and settings.
fn exhibit() -> Player {
    let mut player = Player::new(2026);
    player.settings(Settings {
        repeat_speed: RepeatSpeed::Fast,
        is_colour_safe: true,
        scale: 3,
        is_fullscreen: true,
        music_volume: 2,
        effects_volume: 5,
        ..Settings::default()
    });
    player.end(&scores_of_all_endings());
    let mut games = (FIRST_GAME..).map(|number| random_game(number, Floor::THRONE));
    let game = games.find(|game| missing(game).is_none()).expect("one of them has everything");
    println!("game {}", game.seed());
    let mut hero = game.player().clone();
    hero.body.hp = game.player_stats().hp_max;
    let mut rich = Game::from_parts(game.seed(), game.floor(), hero, game.current_floor().clone());
    for floor in Floor::all() {
        if let Some(stored) = game.stored_floor(floor) {
            rich.set_stored_floor(floor, stored.clone());
        }
    }
    player.begin_game(rich);
    // Some of the turns are throws, which have longer entries, and no turn ends the run.
    let here = player.game.player().body.pos;
    let commands =
        [Command::Throw(0, here), Command::Wait, Command::Drop(1), Command::Throw(0, here)];
    for command in commands.into_iter().cycle().take(12) {
        let mut next = player.game.clone();
        let is_taken = next.step(command, &mut Events::new());
        if is_taken == Ok(Outcome::Playing) && next.floor() == Floor::THRONE {
            player.give(command);
        }
    }
    assert!(player.game.turn() > Turn(3), "a journal");
    player
}

/// Returns the name of a part that a save should contain and `game` lacks; `None` if it lacks nothing.
fn missing(game: &Game) -> Option<&'static str> {
    let left: Vec<FloorState> =
        Floor::all().filter_map(|floor| game.rebuild_floor(floor)).collect();
    let here = game.current_floor();
    let floors = || left.iter().chain([here]);
    let has = |terrain| floors().any(|floor| floor.map.find(terrain).is_some());
    let was_unlocked = left.iter().zip(Floor::all()).any(|(floor, number)| {
        let mut new = FloorState::EMPTY;
        worldgen::generate(game.seed(), number, &mut new);
        let locked = new.map.positions_of(|terrain| terrain == Terrain::DoorLocked);
        locked.into_iter().any(|door| floor.map.terrain(door) != Terrain::DoorLocked)
    });
    let monsters = || floors().flat_map(|floor| &floor.monsters);
    let items = || floors().flat_map(|floor| &floor.items).map(|ground| &ground.item);
    let statuses = &game.player().body.statuses;
    let all = [
        ("the ally", here.ally().is_some()),
        ("those in vents", here.vented.len() > 2),
        ("stolen items", here.monsters.iter().any(|one| one.loot.is_some())),
        ("spills", here.spills.len() > 4),
        ("the counters of the throne", here.throne.guard_turns > 0 && here.throne.slips > 0),
        ("cameras", here.camera_turns > 0),
        ("all kinds", MonsterKind::ALL.iter().all(|kind| monsters().any(|one| one.kind == *kind))),
        ("shut vents", has(Terrain::VentShut)),
        ("used terminals", has(Terrain::TerminalUsed)),
        ("dead cables", has(Terrain::CableDead)),
        ("sealed pedestals", has(Terrain::PedestalSealed)),
        ("unlocked doors", was_unlocked),
        (
            "all firmware",
            Firmware::ALL.iter().all(|one| items().any(|item| item.firmware == Some(*one))),
        ),
        (
            "all statuses",
            Status::ALL.iter().all(|status| {
                statuses.has(*status) || monsters().any(|one| one.body.statuses.has(*status))
            }),
        ),
        ("something in the pack", game.player().pack.len() > 4),
        ("no stun and no confusion", {
            let is_free = |status| !statuses.has(status);
            is_free(Status::Stunned) && is_free(Status::Confused) && is_free(Status::Envenomed)
        }),
    ];
    all.into_iter().find(|(_, is_there)| !is_there).map(|(what, _)| what)
}

fn scores_of_all_endings() -> Scores {
    let mut scores = Scores::new();
    let score = Score {
        points: 70_000,
        floor: Floor::THRONE,
        level: Level::new(30).expect("a level"),
        kills: 300,
        killed_by: None,
        turns: Turn(7_000),
        seed: 2026,
        kings_end: None,
        mode: Default::default(),
        lineage: Default::default(),
    };
    for end in KingsEnd::ALL {
        scores.insert(Score { kings_end: Some(end), ..score.clone() });
    }
    for kind in [MonsterKind::SpitMouse, MonsterKind::PackRat] {
        let killed_by = Some(Cause::Monster(kind));
        scores.insert(Score { points: 900, killed_by, ..score.clone() });
    }
    let killed_by = Some(Cause::Status(Status::Envenomed));
    scores.insert(Score { points: 80, floor: Floor::LOBBY, killed_by, ..score });
    scores
}

/// Describes a save in the format of the text file beside it.
fn described(kept: &SaveContents) -> String {
    let run = kept.run.as_ref().map_or("no run".to_owned(), |game| {
        format!("run {:016x} at turn {}", game.fingerprint(), game.turn().0)
    });
    let text = format!("{run}\n{:?}\n{:?}\n", kept.settings, kept.scores.rows());
    // The text files are older than lineages, and do not mention a lineage without kit and grafts.
    text.replace(&format!(", lineage: {:?}", Lineage::default()), "")
}

/// Returns whether a floor that the player has left cannot be rebuilt, because the game now generates other terrain.
fn loses_a_floor(kept: &SaveContents) -> bool {
    let is_lost = |game: &Game, floor| {
        game.stored_floor(floor).is_some() && game.rebuild_floor(floor).is_none()
    };
    kept.run.as_ref().is_some_and(|game| Floor::all().any(|floor| is_lost(game, floor)))
}

fn read(path: &Path) -> Vec<u8> {
    fs::read(path)
        .unwrap_or_else(|error| panic!("{}: {error}; `cargo bless` writes it", path.display()))
}

#[test]
fn the_golden_save_of_the_newest_version_loads_or_is_explained() {
    let [save, text] = paths(FORMAT_VERSION);
    if is_blessing() && !save.exists() {
        let mut player = exhibit();
        fs::create_dir_all(folder()).unwrap();
        fs::write(&save, &player.manager.flash().bytes).unwrap();
        fs::write(&text, described(&player.kept)).unwrap();
        golden::report(&format!("saves/v{FORMAT_VERSION}.sav"), "new; no older save is touched");
    }
    let mut flash = Flash::of(&read(&save));
    let (kept, loaded) = SaveContents::load(&mut flash);
    let wanted = fs::read_to_string(text).unwrap();
    assert_eq!(loaded.save_error, None);
    if described(&kept) == wanted {
        assert!(loaded.warnings.is_empty(), "{:?}", loaded.warnings);
        return;
    }
    // The rules have changed, and the player must be told so: either at loading, or by `Event::FloorLost` on entering a
    // floor whose terrain has changed. If neither happens, the meaning of the bytes has changed; `core/src/save/mod.rs`
    // states what to do in that case.
    let is_told = loses_a_floor(&kept)
        || loaded.warnings.iter().any(|note| {
            matches!(
                note,
                LoadWarning::RunLost
                    | LoadWarning::RunOlder
                    | LoadWarning::JournalBroken { .. }
                    | LoadWarning::FloorLost(_)
            )
        });
    assert!(is_told, "{}", described(&kept));
    let after_run = |text: &str| text.split_once('\n').map(|(_, rest)| rest.to_owned());
    assert_eq!(after_run(&described(&kept)), after_run(&wanted), "never the scores");
}

// A save made now, like the golden save of the newest version, loads completely and without a warning.
#[test]
fn the_save_of_the_newest_version_is_made_of_all_that_a_save_holds() {
    let mut player = exhibit();
    let (found, loaded) = SaveContents::load(player.manager.flash());
    assert!(loaded.warnings.is_empty(), "{:?}", loaded.warnings);
    assert_same!(found, player.kept);
    assert_eq!(found.scores.rows().len(), 7);
}

/// Returns the save of version 1: a run on its third floor, the score of another run, and settings.
fn first_save() -> Flash {
    Flash::of(&read(&paths(1)[0]))
}

// The run in the save of version 1 was played by other rules and is refused; the rest of the save is kept.
#[test]
fn version_1_keeps_its_scores_and_settings() {
    let mut flash = first_save();
    let (kept, loaded) = SaveContents::load(&mut flash);
    assert_eq!(loaded.warnings.as_slice(), [LoadWarning::RunTooOld]);
    assert_eq!((loaded.save_error, loaded.has_run, loaded.ended), (None, false, None));
    assert_eq!(kept.run, None);
    assert_eq!(kept.settings, Some(Settings { scale: 4, ..Settings::default() }));
    let [score] = kept.scores.rows() else { panic!("{:?}", kept.scores) };
    let wanted = Score {
        points: 100,
        floor: Floor::new(1).expect("a floor of the tower"),
        level: Level::FIRST,
        kills: 0,
        killed_by: Some(Cause::Monster(MonsterKind::MicroMouse)),
        turns: Turn(55),
        seed: 2026,
        kings_end: None,
        mode: Default::default(),
        lineage: Default::default(),
    };
    assert_eq!(*score, wanted);
    assert_eq!(flash.written + flash.erased, 0, "looking at it changes nothing");
}

// The scores and settings of version 2 are also kept.
#[test]
fn version_2_keeps_its_scores_and_settings() {
    let [save, text] = paths(2);
    let wanted = fs::read_to_string(text).expect("it is there");
    let after_run = |text: &str| text.split_once('\n').map(|(_, rest)| rest.to_owned());
    let mut flash = Flash::of(&read(&save));
    let (kept, loaded) = SaveContents::load(&mut flash);
    assert_eq!(loaded.warnings.as_slice(), [LoadWarning::RunTooOld]);
    assert_eq!((loaded.save_error, &kept.run), (None, &None));
    assert_eq!(after_run(&described(&kept)), after_run(&wanted));
    assert_eq!(flash.written + flash.erased, 0, "looking at it changes nothing");
    // A change of the settings alone rewrites the whole save.
    let mut player = Player::resume_on(flash);
    player.is_damaged = false;
    player.settings(Settings { music_volume: 1, ..Settings::default() });
    let (found, _) = SaveContents::load(&mut player.manager.flash().clone());
    assert_eq!(found.scores, kept.scores);
    player.begin(7);
    let (found, loaded) = SaveContents::load(player.manager.flash());
    assert_same!(found, player.kept);
    assert!(loaded.warnings.is_empty(), "{:?}", loaded.warnings);
    assert_eq!(found.scores, kept.scores);
}

// The sectors of an old save are reused one by one. A part that is missing because of this reuse is not reported as
// lost. A hall of fame that could not be read is reported once.
#[test]
fn version_2_is_forgotten_without_a_word_as_its_sectors_are_reused() {
    let whole = read(&paths(2)[0]);
    let mut spoilt = whole.clone();
    let rows = whole.windows(3).enumerate().filter(|(_, bytes)| *bytes == [2, 2, 1]);
    // The record of the hall of fame begins with its key, the version and a count of one.
    rows.for_each(|(at, _)| spoilt[at + 8] ^= 0xFF);
    for (bytes, lost) in [(whole, false), (spoilt, true)] {
        let mut player = Player::resume_on(Flash::of(&bytes));
        let (_, loaded) = SaveContents::load(&mut Flash::of(&bytes));
        assert_eq!(loaded.warnings.contains(&LoadWarning::ScoresDamaged), lost);
        player.is_damaged = false;
        for turn in 0..4_000 {
            if !player.is_playing() {
                player.begin(turn);
            }
            player.turn();
            if turn % 16 == 0 {
                let (found, loaded) = SaveContents::load(&mut player.manager.flash().clone());
                assert!(loaded.warnings.is_empty(), "turn {turn}: {:?}", loaded.warnings);
                assert_same!(found, player.kept, "turn {turn}");
            }
            let is_new = |sector: &[u8]| sector[1..9] == *b"Mus Rex\x1A";
            if turn > 64 && player.manager.flash().bytes.chunks(4_096).all(is_new) {
                break;
            }
        }
    }
}

// A new run replaces the old save. The save then has the newest version, like any other new save.
#[test]
fn version_1_becomes_the_newest_with_the_next_run() {
    let mut player = Player::resume_on(first_save());
    assert!(player.is_damaged, "the run is lost");
    player.is_damaged = false;
    player.begin(7);
    for _ in 0..40 {
        player.turn();
        let (found, loaded) = SaveContents::load(&mut player.manager.flash().clone());
        assert!(loaded.warnings.is_empty(), "{:?}", loaded.warnings);
        assert_same!(found, player.kept);
        if !player.is_playing() {
            break;
        }
    }
    if player.is_playing() {
        player.give_up();
    }
    player.begin(8);
    let mut scores = player.kept.scores.clone();
    scores.insert(Score::of(&player.game));
    player.end(&scores);
    player.settings(Settings { music_volume: 1, ..Settings::default() });
    let flash = player.manager.flash().clone();
    assert!((0..4).all(|key| !record(&flash.bytes, key).is_empty()), "all is written anew");
    let (found, loaded) = SaveContents::load(&mut flash.clone());
    assert!(loaded.warnings.is_empty(), "{:?}", loaded.warnings);
    assert_same!(found, player.kept);
    assert!(found.scores.rows().iter().any(|row| row.points == 100), "the old row is there");
}

// A power cut while a new run replaces the save of version 1 leaves either the old save or the new run.
#[test]
fn version_1_survives_power_cuts_on_its_way_to_the_newest() {
    let (old, _) = SaveContents::load(&mut first_save());
    let mut player = Player::resume_on(first_save());
    player.is_damaged = false;
    player.start_session();
    player.begin(7);
    for _ in 0..3 {
        player.turn();
    }
    let session = player.into_session();
    let every = pick([5, 1]);
    for cut in (0..=session.steps.len()).step_by(every) {
        let mut flash = session.cut(cut);
        let (found, loaded) = SaveContents::load(&mut flash);
        assert_eq!((&found.scores, found.settings), (&old.scores, old.settings), "cut {cut}");
        assert_eq!(loaded.save_error, None, "cut {cut}");
        let around = session.around(cut).map(|kept| kept.run.as_ref());
        assert!(around.contains(&found.run.as_ref()), "cut {cut}: {}", found.brief());
        let is_old = matches!(loaded.warnings.as_slice(), [] | [LoadWarning::RunTooOld]);
        assert!(is_old, "cut {cut}: {:?}", loaded.warnings);
        // A new run can begin there.
        if cut % (16 * every) == 0 {
            let mut manager = block_on(SaveManager::open(&mut flash));
            block_on(manager.load(&mut Game::new(0)));
            manager.begin(&Game::new(9)).expect("there is room");
            let (found, loaded) = SaveContents::load(&mut flash);
            assert!(loaded.warnings.is_empty() && found.run.is_some(), "cut {cut}");
        }
    }
}
