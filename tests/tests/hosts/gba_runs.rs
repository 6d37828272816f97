//! Plays whole recorded runs with buttons on an emulated Game Boy Advance, and measures how long saving takes.

use musrex_core::input::{Button, Buttons};
use musrex_core::poll::block_on;
use musrex_core::quantity::Hp;
use musrex_core::replay::ReplayReader;
use musrex_core::save::{SaveManager, SaveRequest};
use musrex_core::world::{FloorState, Player, Terrain};
use musrex_core::{Command, Direction, Events, Floor, Game, Outcome, worldgen};
use musrex_testkit::assert_same;
use musrex_testkit::flash::Flash;
use musrex_testkit::gba::{Console, FRAME_CYCLES, rom, with_seed};
use musrex_testkit::lockstep::{Lockstep, LockstepReplay, Saved};
use musrex_testkit::program::run;
use musrex_testkit::recorded_runs::{SHORT_RUN, long_recording, lost_recording, won_recording};
use musrex_testkit::save_now::SaveNow;
use musrex_testkit::tier::{is_full, pick};
use musrex_testkit::verbs::{self, VERBS};
use std::fs;

/// The number of bytes of the stack that must always stay free.
const STACK_SPARE_MIN: usize = 1024;

fn assert_stack_is_spared(console: &mut Console) {
    let (used, bytes) = console.stack();
    assert!(used + STACK_SPARE_MIN <= bytes, "{used} bytes of {bytes} were in use");
}

/// Plays a recorded run from the title up to the second floor, with power cuts on the way, and then to the end of the
/// run. Every picture equals the picture on the desktop.
#[test]
fn a_run_with_power_cuts_looks_as_it_does_on_a_desktop() {
    let Some(rom) = rom() else { return };
    let recording = lost_recording(SHORT_RUN);
    let mut played = LockstepReplay::begin(rom, &recording);
    for floor in [Floor::LOBBY, Floor::new(1).expect("a floor")] {
        assert!(played.play_while(|game| game.floor() == floor));
        // Power is cut while the screen is dark between two floors, and again after some turns on the next floor.
        played = played.cut();
        let turn = played.game().turn().0;
        assert!(played.play_while(|game| game.turn().0 < turn + 20));
        played.lockstep.assert_same();
        assert_stack_is_spared(&mut played.lockstep.console);
        played = played.cut();
    }
    assert!(!played.play_while(|_| true));
    assert!(SHORT_RUN.contains(&played.game().floor().number()));
    assert_eq!(played.game().outcome(), Outcome::Dead);
    played.lockstep.play(".*90 A .*20 A .*20 A .*20");
    played.lockstep.assert_same();
    assert_eq!(played.lockstep.reference.app.scores().rows().len(), 1);
    assert_stack_is_spared(&mut played.lockstep.console);
}

/// Plays a run of about two thousand turns from the title to its end; in the short tier, only its beginning. Every
/// picture and every saved byte equals that of the reference. The final state equals that of `musrex headless` with the
/// same buttons.
#[test]
fn a_whole_run_ends_as_it_does_on_a_desktop() {
    let Some(rom) = rom() else { return };
    let recording = long_recording();
    let mut played = LockstepReplay::begin(rom, &recording);
    while played.game().turn().0 < pick(TURNS_MAX) && played.play_turn() {
        let turn = played.game().turn().0;
        if turn.is_multiple_of(500) {
            played.lockstep.assert_same();
        }
        if turn < RESTING_TURNS && turn.is_multiple_of(4) {
            played.lockstep.play(".*12");
        }
    }
    assert_eq!(played.game().outcome() == Outcome::Playing, !is_full());
    played.lockstep.assert_same();
    assert_stack_is_spared(&mut played.lockstep.console);
    report(&played.lockstep.saves, played.game());
    let folder = tempfile::tempdir().expect("there is room for temporary files");
    fs::write(folder.path().join("script.txt"), &played.lockstep.script).expect("there is room");
    let seed = played.seed().to_string();
    let arguments = ["headless", "--seed", &seed, "--input", "script.txt", "--state", "s.json"];
    run(folder.path(), &arguments).assert_done();
    let state = fs::read_to_string(folder.path().join("s.json")).expect("it was written");
    let state: serde_json::Value = serde_json::from_str(&state).expect("the state is JSON");
    let fingerprint = played.lockstep.console.fingerprint();
    assert_eq!(state["hash"], serde_json::json!(format!("{fingerprint:016x}")));
}

/// Plays each verb from a save in which that verb is the next command. The pictures, the save and the state of the game
/// are the same as on the desktop.
#[test]
fn every_verb_goes_as_it_does_on_a_desktop() {
    let Some(rom) = rom() else { return };
    const SEED: u64 = 7;
    for ((verb, game, command), (_, shows)) in verbs::games(SEED).into_iter().zip(VERBS) {
        let mut manager = block_on(SaveManager::open(Flash::default()));
        manager.begin(&game).expect("the flash is whole");
        let mut lockstep = Lockstep::with_save(rom, SEED, &manager.flash().bytes);
        lockstep.tap(Button::A);
        assert_same!(*lockstep.reference.app.game(), *game, "{verb}");
        let (mut after, mut events) = (game, Events::new());
        after.step(command, &mut events).expect("it is not refused");
        assert!(events.iter().any(shows), "{verb}");
        lockstep.perform(command);
        lockstep.play(".*90");
        lockstep.assert_same();
        assert_same!(*lockstep.reference.app.game(), *after, "{verb}");
        assert_stack_is_spared(&mut lockstep.console);
    }
}

/// Looks around on each floor (in the short tier, on every fourth floor), and opens the cages of floors that have any.
/// Every picture equals the picture on the desktop, including the colours that cycle (W20, W25, W26).
#[test]
fn every_place_looks_as_it_does_on_a_desktop() {
    let Some(rom) = rom() else { return };
    const SEED: u64 = 7;
    for floor in Floor::all().step_by(pick([4, 1])) {
        let mut state = FloorState::EMPTY;
        worldgen::generate(SEED, floor, &mut state);
        let switch = state.map.find(Terrain::CageShut).and(state.map.find(Terrain::Switch));
        let stairs = state.map.find(Terrain::StairsDown).and_then(|pos| pos.step(Direction::East));
        let pos = match switch {
            Some(switch) => state.map.front_of(switch).expect("one can stand before it"),
            None => stairs.unwrap_or(worldgen::START),
        };
        state.monsters.retain(|monster| monster.body.pos != pos);
        let game = Game::from_parts(SEED, floor, Player::new(pos, Hp(25)), state);
        let mut manager = block_on(SaveManager::open(Flash::default()));
        manager.begin(&game).expect("the flash is whole");
        let mut lockstep = Lockstep::with_save(rom, SEED, &manager.flash().bytes);
        lockstep.tap(Button::A);
        assert_eq!(lockstep.reference.app.game().floor(), floor);
        if let Some(direction) = switch.and_then(|switch| pos.direction_to(switch)) {
            lockstep.perform(Command::Walk(direction));
        }
        lockstep.play(".*90 Right .*30 Down .*30 Left .*30");
        lockstep.assert_same();
        let cages = lockstep.reference.app.game().current_floor().map.find(Terrain::CageOpen);
        assert_eq!(cages.is_some(), switch.is_some(), "the switch of floor {}", floor.number());
    }
}

/// The number of played turns of the run: in the short tier, and in the full tier.
const TURNS_MAX: [u32; 2] = [1_000, u32::MAX];
/// The number of turns during which the player sometimes rests. After these turns, the player never rests.
const RESTING_TURNS: u32 = 1_500;

/// The largest numbers of cycles that a real chip takes: to write a byte, and to erase a sector.
const BYTE_CYCLES: u64 = 20 * 16_777_216 / 1_000_000;
const SECTOR_CYCLES: u64 = 25 * 16_777_216 / 1_000;

/// Prints the table of saving costs for `handheld/gba/README.md`, and checks the limits.
fn report(saves: &[Saved], game: &Game) {
    let is_turn = |saved: &Saved| matches!(saved.save, SaveRequest::Turn(_)) && !saved.is_new_floor;
    let is_long = |saved: &Saved| saved.written > ENTRY_BYTES_MAX;
    let is_rest = |saved: &Saved| saved.save == SaveRequest::Idle && is_long(saved);
    let turns = saves.iter().filter(|saved| is_turn(saved));
    let ticks: Vec<u32> = turns.map(|saved| saved.tick).collect();
    let most = ticks.iter().copied().max().expect("turns");
    let late = ticks.iter().filter(|&&tick| tick > FRAME_CYCLES).count();
    let turns = ticks.len();
    println!("{late} of {turns} turns take more than a frame, {} at most", frames(most.into()));
    // The run was played by a bot that wakes whole floors, so all mice search for a path in one turn.
    assert!(late * 3 < turns * 2 && most < 4 * FRAME_CYCLES);
    println!("{} turns", game.turn().0);
    println!(
        "| | count | at once | later | later, most | pictures | bytes | erases, all | real chip |"
    );
    println!("|---|---:|---:|---:|---:|---:|---:|---:|---:|");
    line("a turn", saves, |saved| is_turn(saved) && !is_long(saved), 13);
    line("a checkpoint at rest", saves, is_rest, 10);
    line("a checkpoint without a rest", saves, |saved| is_turn(saved) && is_long(saved), 11);
    line("a new floor", saves, |saved| saved.is_new_floor, 520);
    line("the end of a run", saves, |saved| matches!(saved.save, SaveRequest::End(_)), 13);
}

/// Formats cycles as frames.
fn frames(cycles: u64) -> String {
    let hundredths = (cycles * 100).div_ceil(u64::from(FRAME_CYCLES));
    format!("{}.{:02}", hundredths / 100, hundredths % 100)
}

/// Prints a line of the table. None of its saves may take more than `most_at_once` hundredths of a frame at once.
fn line(what: &str, saves: &[Saved], is_meant: impl Fn(&Saved) -> bool, most_at_once: u32) {
    let saves: Vec<&Saved> = saves.iter().filter(|saved| is_meant(saved)).collect();
    let most = |measure: &dyn Fn(&Saved) -> u64| {
        saves.iter().map(|saved| measure(saved)).max().unwrap_or(0)
    };
    let sum =
        |measure: &dyn Fn(&Saved) -> u64| saves.iter().map(|saved| measure(saved)).sum::<u64>();
    let work = |saved: &Saved| u64::from(saved.work);
    let real = |saved: &Saved| {
        let cycles = u64::from(saved.cycles) + u64::from(saved.work);
        cycles + saved.written * BYTE_CYCLES + saved.erased * SECTOR_CYCLES
    };
    println!(
        "| {what} | {} | {} | {} | {} | {} | {} | {} | {} |",
        saves.len(),
        frames(most(&|saved| saved.cycles.into())),
        frames(sum(&work) / saves.len().max(1) as u64),
        frames(most(&work)),
        most(&|saved| saved.pictures.into()),
        most(&|saved| saved.written),
        sum(&|saved| saved.erased),
        frames(most(&real)),
    );
    for saved in saves {
        assert!(saved.cycles <= FRAME_CYCLES / 100 * most_at_once, "{saved:?}");
    }
}

/// The largest allowed number of pictures from power-on to the title, at 60 pictures per second.
const OPENING_PICTURES_MAX: usize = 66;
/// The largest allowed number of cycles of a turn in which the player returns to a floor that she has left.
const FLOOR_CYCLES_MAX: u32 = 36 * FRAME_CYCLES;
/// One in this many long journals is opened: in the short tier, and in the full tier.
const JOURNALS: [usize; 2] = [32, 4];
/// The same numbers for the last floor, where turns take longest.
const LAST_JOURNALS: [usize; 2] = [2, 1];
/// The largest number of bytes that the two journal entries of a turn may have together. Every checkpoint has more.
const ENTRY_BYTES_MAX: u64 = 42;

/// The title appears within the limit even if the save contains a run, whatever the floor of the run and the length of
/// its journal. Returning to a floor that the player has left also stays within its limit.
#[test]
fn a_save_opens_soon() {
    let Some(rom) = rom() else { return };
    let rom = with_seed(rom, 7);
    let recording = won_recording();
    let mut reader = ReplayReader::new(&recording).expect("it is a recording");
    let mut game = reader.game();
    let mut manager = block_on(SaveManager::open(Flash::default()));
    manager.begin(&game).expect("the flash is whole");
    let (mut pictures, mut cycles, mut journals) = ([0; 14], [0; 14], 0);
    while let Some(command) = reader.next(&game).expect("it goes as it went") {
        let (before, flash) = (game.clone(), manager.flash().clone());
        game.step(command, &mut Events::new()).expect("it goes as it went");
        if game.outcome() != Outcome::Playing {
            break;
        }
        manager.turn(command, &game).expect("the flash is whole");
        let floor = usize::from(game.floor().number());
        if game.floor() > before.floor() {
            let bytes = &manager.flash().bytes;
            cycles[floor - 1] = returning_cycles(&rom, bytes, &game).max(cycles[floor - 1]);
        } else if manager.flash().written > flash.written + ENTRY_BYTES_MAX {
            journals += 1;
            let is_last = game.floor() == Floor::THRONE;
            if journals % pick(if is_last { LAST_JOURNALS } else { JOURNALS }) == 0 {
                let taken = opening_pictures(&rom, &flash.bytes, &before);
                pictures[floor] = taken.max(pictures[floor]);
            }
        }
    }
    println!("pictures until the title, by floor: {pictures:?}");
    println!("cycles to come back to a floor: {cycles:?}");
    assert!(pictures.into_iter().all(|pictures| pictures <= OPENING_PICTURES_MAX));
    assert!(cycles.into_iter().all(|cycles| cycles <= FLOOR_CYCLES_MAX));
    assert!(pictures[13] > 0 && cycles[..13].iter().all(|&cycles| cycles > 0));
}

/// Returns the number of pictures from power-on to the title if `save` contains the run `game`.
fn opening_pictures(rom: &[u8], save: &[u8], game: &Game) -> usize {
    let mut console = Console::with_save(rom, save);
    let pictures = console.boot();
    assert_eq!(console.fingerprint(), game.fingerprint());
    assert_stack_is_spared(&mut console);
    pictures
}

/// Returns the cycles of the turn in which the player of `game` goes back down. The player has come up and stands
/// beside the stairs.
fn returning_cycles(rom: &[u8], save: &[u8], game: &Game) -> u32 {
    let stairs = game.current_floor().map.find(Terrain::StairsDown).expect("stairs to come up");
    let direction = game.player().body.pos.direction_to(stairs).expect("it stands beside them");
    let mut console = Console::with_save(rom, save);
    console.boot();
    // If a graft can be chosen, the script closes the choice, which would otherwise consume the press of the step.
    console.play(if game.has_graft_to_choose() { "A .*90 B .*60" } else { "A .*30" });
    let ticks = [Buttons::from(direction), Buttons::from(direction), Buttons::NONE, Buttons::NONE];
    let cycles = ticks.into_iter().map(|held| {
        console.tick(held);
        console.cost().tick
    });
    let cycles = cycles.max().expect("four ticks");
    let mut back = game.clone();
    back.step(Command::Walk(direction), &mut Events::new()).expect("stairs can be taken");
    assert!(back.floor() < game.floor());
    assert_eq!(console.fingerprint(), back.fingerprint());
    assert_stack_is_spared(&mut console);
    cycles
}
