//! Checks the text format of recordings: a written recording can be read back, and any other text is refused with the
//! position of its fault.

use musrex_core::content::Slot;
use musrex_core::geometry::Pos;
use musrex_core::limits::TILES;
use musrex_core::replay::{
    ParseError, ParseErrorKind, Recorder, ReplayError, ReplayReader, TURNS_A_CHECK, TextPosition,
    verify,
};
use musrex_core::{Command, Direction, Events, Game};
use proptest::prelude::*;

/// Returns a recording that lists `commands`, although the player of the underlying game has only waited.
fn spelt(commands: &[Command]) -> String {
    let (mut game, mut events) = (Game::new(5), Events::new());
    let mut recorder = Recorder::new(String::new(), &game).expect("strings grow");
    for &command in commands {
        game.step(Command::Wait, &mut events).expect("anyone can wait");
        recorder.record(command, &game).expect("strings grow");
    }
    recorder.finish(&game).expect("strings grow")
}

/// Returns the commands of a recording made by [`spelt`].
fn read(text: &str) -> Vec<Command> {
    let (mut game, mut events) = (Game::new(5), Events::new());
    let mut reader = ReplayReader::new(text.as_bytes()).expect("it begins as recordings do");
    let mut commands = Vec::new();
    while let Some(command) = reader.next(&game).unwrap_or_else(|at| panic!("{at:?}\n{text}")) {
        commands.push(command);
        game.step(Command::Wait, &mut events).expect("anyone can wait");
    }
    commands
}

/// Returns the fault of a broken recording that has `body` after its first three lines.
fn fault(body: &str) -> ParseError {
    let text = format!("musrex-replay 1\nseed 5\nversion 0\n{body}");
    match verify(text.as_bytes()) {
        Err(ReplayError::Parse(fault)) => fault,
        other => panic!("{body:?}: {:?}", other.map(|game| game.turn())),
    }
}

fn position(line: u32, column: u32) -> TextPosition {
    TextPosition { line, column }
}

#[test]
fn every_command_comes_back() {
    let tiles = (0..TILES).map(Pos::from_index);
    let throws = tiles.zip((0..=u8::MAX).cycle()).map(|(at, index)| Command::Throw(index, at));
    let indices = (0..=u8::MAX).flat_map(|n| [Command::Use(n), Command::Wear(n), Command::Drop(n)]);
    let commands: Vec<Command> = Direction::ALL
        .into_iter()
        .map(Command::Walk)
        .chain([Command::Wait])
        .chain(Slot::ALL.into_iter().map(Command::TakeOff))
        .chain(indices)
        .chain(throws)
        .collect();
    assert_eq!(read(&spelt(&commands)), commands);
}

#[test]
fn a_recording_looks_like_this() {
    let (east, throw) = (Command::Walk(Direction::East), Command::Throw(12, Pos::at(24, 30)));
    let armour = Command::TakeOff(Slot::Armour);
    let text = spelt(&[east, east, Command::Use(12), armour, throw, throw, east]);
    let lines: Vec<&str> = text.lines().collect();
    let [magic, seed, version, first, commands, end] = lines[..] else { panic!("{text}") };
    assert_eq!([magic, seed, commands], ["musrex-replay 1", "seed 5", "2lU0cTa2X0c0a0el"]);
    assert!(version.starts_with("version "), "{version}");
    assert!(first.starts_with("= 0 ") && first.len() == 4 + 16, "{first}");
    assert!(end.starts_with("end 7 ") && end.len() == 6 + 16, "{end}");
}

#[test]
fn checks_stand_every_so_often_and_lines_stay_short() {
    let turns = 5 * TURNS_A_CHECK + 3;
    let directions = (0..turns).map(|turn| Command::Walk(Direction::ALL[turn as usize % 8]));
    let text = spelt(&directions.collect::<Vec<_>>());
    assert!(text.lines().all(|line| line.len() < 100), "{text}");
    let checks: Vec<&str> = text.lines().filter(|line| line.starts_with("= ")).collect();
    assert_eq!(checks.len(), 6, "{text}");
    assert!(checks[5].starts_with("= 500 "), "{text}");
}

#[test]
fn the_first_lines_are_those_of_a_recording() {
    let fault = |text: &str| match ReplayReader::new(text.as_bytes()) {
        Err(fault) => (fault.position, fault.kind),
        Ok(_) => panic!("{text:?} is no recording"),
    };
    let none = ParseErrorKind::NotARecording;
    for text in ["", "musrex", "musrex-replay", "musrex-replay \n", "musrex-replay x\n", "\n"] {
        assert_eq!(fault(text), (position(1, 1), none), "{text:?}");
    }
    assert_eq!(fault("musrex-replay 2\n"), (position(1, 1), ParseErrorKind::Format(2)));
    for seed in ["", "seed\n", "seed \n", "seed 5", "seed -1\n", "seed 18446744073709551616\n"] {
        let text = format!("musrex-replay 1\n{seed}");
        assert_eq!(fault(&text), (position(2, 1), ParseErrorKind::Seed), "{text:?}");
    }
    for version in ["", "version\n", "version \n", "version 1", "version é\n", "version a b\n"] {
        let text = format!("musrex-replay 1\nseed 18446744073709551615\n{version}");
        assert_eq!(fault(&text), (position(3, 1), ParseErrorKind::Version), "{text:?}");
    }
}

#[test]
fn a_byte_order_mark_is_no_fault() {
    let text = "\u{FEFF}musrex-replay 1\nseed 5\nversion 1\n";
    assert_eq!(ReplayReader::new(text.as_bytes()).map(|reader| reader.seed()).ok(), Some(5));
}

#[test]
fn faults_are_named_with_their_place_and_turn() {
    for (body, (line, column, turn), kind) in [
        ("", (4, 1, 0), ParseErrorKind::NoEnd),
        ("..", (4, 3, 2), ParseErrorKind::NoEnd),
        (" 3.\n .x", (5, 3, 4), ParseErrorKind::Command),
        ("U0", (4, 1, 0), ParseErrorKind::Command),
        ("U0C", (4, 1, 0), ParseErrorKind::Command),
        ("Tx", (4, 1, 0), ParseErrorKind::Command),
        ("X0c0a0", (4, 1, 0), ParseErrorKind::Command),
        ("X0c0A0e", (4, 1, 0), ParseErrorKind::Command),
        // The tile of this throw comes directly after the last tile of a floor.
        ("X0c0ff0", (4, 1, 0), ParseErrorKind::Command),
        ("7", (4, 2, 0), ParseErrorKind::Command),
        ("7 .", (4, 2, 0), ParseErrorKind::Command),
        ("0.", (4, 1, 0), ParseErrorKind::Count),
        (".101.", (4, 2, 1), ParseErrorKind::Count),
        ("99999999999999999999.", (4, 1, 0), ParseErrorKind::Count),
        (".=", (4, 2, 1), ParseErrorKind::Check),
        ("= 0", (4, 1, 0), ParseErrorKind::Check),
        ("= 0 123", (4, 1, 0), ParseErrorKind::Check),
        ("= +0 0123456789abcdef", (4, 1, 0), ParseErrorKind::Check),
        ("= 0 0123456789abcdef0", (4, 1, 0), ParseErrorKind::Check),
        ("enf 0 0123456789abcdef", (4, 1, 0), ParseErrorKind::Check),
        (".= 7 0123456789abcdef", (4, 2, 1), ParseErrorKind::Turn),
        ("100.\n.", (5, 2, 100), ParseErrorKind::NoCheck),
        ("99.\n100.", (5, 5, 100), ParseErrorKind::NoCheck),
    ] {
        let found = fault(body);
        let wanted = (position(line, column), turn, kind);
        assert_eq!((found.position, found.turn.0, found.kind), wanted, "{body:?}");
    }
    let whole = spelt(&[Command::Wait]);
    let after = fault(&format!("{}.", whole.splitn(4, '\n').nth(3).expect("it has a body")));
    assert_eq!((after.position, after.kind), (position(7, 1), ParseErrorKind::AfterEnd));
}

fn any_command() -> impl Strategy<Value = Command> {
    prop_oneof![
        4 => (0..8_usize).prop_map(|direction| Command::Walk(Direction::ALL[direction])),
        2 => Just(Command::Wait),
        1 => any::<u8>().prop_map(Command::Use),
        1 => any::<u8>().prop_map(Command::Wear),
        1 => any::<u8>().prop_map(Command::Drop),
        1 => (any::<u8>(), 0..TILES)
            .prop_map(|(index, tile)| Command::Throw(index, Pos::from_index(tile))),
        1 => (0..3_usize).prop_map(|slot| Command::TakeOff(Slot::ALL[slot])),
    ]
}

/// Checks that reading `bytes` ends, and that the position of a fault is inside the text.
fn assert_readable(bytes: &[u8]) {
    let Err(at) = verify(bytes) else { return };
    if let ReplayError::Parse(ParseError { position, .. }) = at {
        let line = bytes.split(|&byte| byte == b'\n').nth(position.line as usize - 1);
        assert!(position.column as usize <= line.expect("the line is there").len() + 1, "{at:?}");
    }
}

proptest! {
    #![proptest_config(musrex_testkit::property_config!())]

    #[test]
    fn what_is_written_is_read(runs in prop::collection::vec((any_command(), 1..130_usize), 0..12)) {
        let commands: Vec<Command> =
            runs.iter().flat_map(|&(command, count)| vec![command; count]).collect();
        prop_assert_eq!(read(&spelt(&commands)), commands);
    }

    #[test]
    fn any_bytes_can_be_read(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        assert_readable(&bytes);
        assert_readable(&[b"musrex-replay 1\nseed 5\nversion 0\n", &bytes[..]].concat());
    }

    #[test]
    fn any_letters_can_be_read(body in "[kulnjbhy.UWDXTwam0-9a-f =\n]{0,300}") {
        assert_readable(format!("musrex-replay 1\nseed 5\nversion 0\n{body}").as_bytes());
    }

    #[test]
    fn a_damaged_recording_can_be_read(
        start in any::<prop::sample::Index>(),
        length in 0..40_usize,
        patch in prop::collection::vec(any::<u8>(), 0..40),
    ) {
        let mut bytes = spelt(&[Command::Wait; 350]).into_bytes();
        let start = start.index(bytes.len());
        let end = (start + length).min(bytes.len());
        bytes.splice(start..end, patch);
        assert_readable(&bytes);
    }
}
