//! Checks the progress of the bot `careful` in many games. The limits are wide: they catch a change of the game's
//! numbers that spoils the balance, but allow a change that only tunes it.
//!
//! `cargo test -p musrex-devtools --test tools simulate:: -- --nocapture` shows the table. `tests/balance.md` has the
//! same table for a thousand games.

use musrex_testkit::program::Run;
use musrex_testkit::seeds::shifted;
use musrex_testkit::tier::pick;
use std::collections::BTreeMap;
use std::fs;
use std::ops::RangeInclusive;
use std::path::Path;
use std::process::Command;

/// The number of games in the short tier and in the full tier of tests. The limits below are so far from the shares in
/// `balance.md` that chance alone seldom exceeds them, even in so few games.
const GAMES: [usize; 2] = [24, 120];
/// The allowed percentage of won games, in each tier.
const WON: [RangeInclusive<usize>; 2] = [1..=99, 3..=75];
/// The largest number of deaths on one floor, out of ten deaths, in each tier.
const DEATHS_ON_A_FLOOR_MAX: [usize; 2] = [9, 6];
/// The number of games that are played by one thread and again by four threads, in each tier.
const GAMES_OF_THREADS: [usize; 2] = [2, 4];
/// The seed that determines the seeds of the games.
const SEED: u64 = 20;

/// A line of the CSV list of games.
#[derive(Debug)]
struct Line {
    outcome: String,
    floor: u32,
    turns: u32,
    killed_by: String,
}

/// Runs `cargo simulate` in `folder`.
fn run(folder: &Path, arguments: &[&str]) -> Run {
    let mut program = Command::new(env!("CARGO_BIN_EXE_musrex-devtools"));
    let program = program.arg("simulate").args(arguments).current_dir(folder);
    Run::from(program.output().expect("it starts"))
}

/// Runs a simulation that writes files in `folder`. Returns the list of games and the table.
fn simulate(folder: &Path, arguments: &[&str]) -> (Vec<Line>, String) {
    let simulated = run(folder, &[&["--out", "out"], arguments].concat());
    assert_eq!((simulated.code, simulated.stderr.as_str()), (Some(0), ""));
    let csv = fs::read_to_string(folder.join("out/games.csv")).expect("it writes a list");
    let mut lines = csv.lines();
    let heading = "bot,seed,outcome,floor,level,turns,walked,rested,fought,kills,cause,way,presses,strikes,rows,verbs,low,\
        kit,weapon,armour,firmware,grafts,places,kinds,night";
    assert_eq!(lines.next(), Some(heading));
    (lines.map(line).collect(), simulated.stdout)
}

fn line(line: &str) -> Line {
    let cells: Vec<&str> = line.split(',').collect();
    let [_, _, outcome, floor, _, turns, _, _, _, _, killed_by, _, ..] = cells[..] else {
        panic!("{line}")
    };
    let number = |cell: &str| cell.parse().expect("a number");
    Line {
        outcome: outcome.to_owned(),
        floor: number(floor),
        turns: number(turns),
        killed_by: killed_by.to_owned(),
    }
}

#[test]
fn a_careful_player_comes_far_enough_and_not_too_far() {
    let folder = tempfile::tempdir().expect("there is room for temporary files");
    let (count, seed) = (pick(GAMES), shifted(SEED).to_string());
    let arguments = ["--games", &count.to_string(), "--seed", &seed];
    let (games, table) = simulate(folder.path(), &arguments);
    println!("{table}");
    assert_eq!(games.len(), count);
    let percent = |is: &dyn Fn(&Line) -> bool| games.iter().filter(|game| is(game)).count() * 100;
    let stuck: Vec<&Line> = games.iter().filter(|game| game.outcome == "stuck").collect();
    assert!(stuck.is_empty(), "{stuck:?}");
    assert!(games.iter().all(|game| game.turns < 60_000));
    assert!(percent(&|game| game.floor >= 5) > 75 * count, "too few reach floor 5");
    let won = percent(&|game| game.outcome == "won");
    assert!(pick(WON).contains(&(won / count)), "{} % win", won / count);
    let mut deaths: BTreeMap<u32, usize> = BTreeMap::new();
    for game in games.iter().filter(|game| game.outcome == "dead") {
        *deaths.entry(game.floor).or_default() += 1;
        assert!(!game.killed_by.is_empty(), "{game:?}");
    }
    let total: usize = deaths.values().sum();
    for (floor, count) in deaths {
        let max = pick(DEATHS_ON_A_FLOOR_MAX);
        assert!(10 * count <= max * total, "{count} of {total} deaths are on floor {floor}");
    }
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let seed = shifted(42).to_string();
    let count = pick(GAMES_OF_THREADS);
    let told = ["1", "4"].map(|jobs| {
        let folder = tempfile::tempdir().expect("there is room for temporary files");
        let arguments = ["--games", &count.to_string(), "--seed", &seed, "--jobs", jobs];
        let (_, table) = simulate(folder.path(), &arguments);
        let mut files: Vec<(String, Vec<u8>)> = fs::read_dir(folder.path().join("out"))
            .expect("it makes a folder")
            .map(|file| file.expect("a folder can be read"))
            .map(|file| {
                let bytes = fs::read(file.path()).expect("a file can be read");
                (file.file_name().to_string_lossy().into_owned(), bytes)
            })
            .collect();
        files.sort();
        assert_eq!(files.len(), 2 + count, "a list, a report, and a recording of each");
        (table, files)
    });
    assert!(told[0] == told[1]);
}

// All bots play the same seeds, and each bot has a row.
#[test]
fn bots_are_compared_on_the_same_seeds() {
    let folder = tempfile::tempdir().expect("there is room for temporary files");
    let arguments = ["--games", "2", "--seed", "3", "--bots"];
    let (games, table) = simulate(folder.path(), &arguments);
    let bots = [
        "careful",
        "charger",
        "waiter",
        "corridor",
        "stairs",
        "miser",
        "hacker",
        "thrower",
        "sneak",
        "master",
        "kiter",
        "hopper",
        "diver",
        "doorman",
        "poisoner",
        "lurer",
        "fighter",
        "chemist",
        "leader",
        "courier",
        "thief",
        "trickster",
    ];
    assert_eq!(games.len(), 2 * bots.len());
    let csv = fs::read_to_string(folder.path().join("out/games.csv")).expect("it writes a list");
    let seeds: Vec<&str> = csv.lines().skip(1).filter_map(|line| line.split(',').nth(1)).collect();
    assert!(seeds.chunks(2).all(|pair| pair == &seeds[..2]), "{seeds:?}");
    for bot in bots {
        assert!(table.lines().any(|line| line.starts_with(bot)), "{bot} in\n{table}");
        let recording = folder.path().join(format!("out/{bot}-0002.replay"));
        assert!(recording.exists(), "{}", recording.display());
    }
    let page = fs::read_to_string(folder.path().join("out/report.html")).expect("it writes a page");
    assert_is_sound(&page);
    assert!(page.contains("<code>cargo simulate --games 2 --seed 3 --bots</code>"));
    for bot in bots {
        assert_eq!(numbers_of_report(&page, bot), numbers_of_table(&table, bot), "{bot}");
    }
}

// A simulation of a single bot also writes a report.
#[test]
fn a_report_of_one_bot_is_sound() {
    let folder = tempfile::tempdir().expect("there is room for temporary files");
    let (_, table) = simulate(folder.path(), &["--games", "1", "--seed", "5", "--bot", "charger"]);
    let page = fs::read_to_string(folder.path().join("out/report.html")).expect("it writes a page");
    assert_is_sound(&page);
    assert!(page.contains("<code>cargo simulate --games 1 --seed 5 --bot charger</code>"));
    let measures = table.lines().find(|line| line.starts_with("charger")).expect("it has a row");
    let turns = measures.split_whitespace().nth(1).expect("a median");
    assert_eq!(numbers_of_report(&page, "charger")[5], turns.replace('-', "–"));
}

/// Checks that the elements of a page are closed in order, that no id occurs twice, and that the page refers to no
/// other file.
fn assert_is_sound(page: &str) {
    let (mut open, mut pictures) = (Vec::new(), 0);
    for part in page.split('<').skip(1) {
        let (tag, _) = part.split_once('>').expect("a tag ends");
        let name = tag.split_whitespace().next().expect("a tag has a name");
        match name.strip_prefix('/') {
            Some(name) => assert_eq!(open.pop(), Some(name), "in {tag}"),
            None if name.starts_with('!') || name == "meta" || tag.ends_with('/') => {}
            None => open.push(name),
        }
        pictures += usize::from(name == "svg");
    }
    assert_eq!(open, [""; 0]);
    assert!(pictures > 6, "{pictures} pictures");
    let mut ids: Vec<&str> =
        page.split(" id=\"").skip(1).filter_map(|part| part.split('"').next()).collect();
    let count = ids.len();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), count, "{ids:?}");
    for outside in ["http", "src=", "href=", "@import", "url("] {
        assert!(!page.contains(outside), "it needs {outside}");
    }
}

/// Returns those numbers of a bot that are in both the table and the report, in the format of the table.
fn numbers_of_table(table: &str, bot: &str) -> Vec<String> {
    let rows = table.lines().filter(|line| line.starts_with(bot));
    let rows: Vec<Vec<&str>> = rows.map(|line| line.split_whitespace().collect()).collect();
    let [counts, measures] = &rows[..] else { panic!("{bot} has two rows in\n{table}") };
    let numbers = counts[1..6].iter().chain(&measures[1..8]);
    numbers.map(|number| number.replace('-', "–")).collect()
}

/// Returns the same numbers as [`numbers_of_table`], read from the report.
fn numbers_of_report(page: &str, bot: &str) -> Vec<String> {
    let row = format!("<tr><th scope=\"row\">{bot}</th>");
    let row = page.lines().find(|line| line.starts_with(&row)).expect("each bot has a row");
    let cells: Vec<&str> =
        row.split("<td>").skip(1).filter_map(|cell| cell.split('<').next()).collect();
    let shared = [1, 4, 5, 6, 2, 3, 8, 9, 10, 11, 7, 14];
    shared.map(|index| cells[index].to_owned()).to_vec()
}

// The meter writes a list of the fight turns that it measured.
#[test]
fn the_meter_writes_a_list() {
    let folder = tempfile::tempdir().expect("there is room for temporary files");
    let arguments = [
        "--meter", "--bot", "careful", "--turns", "16", "--seed", "3", "--games", "2", "--jobs",
        "2", "--out", "out",
    ];
    let metered = run(folder.path(), &arguments);
    assert_eq!((metered.code, metered.stderr.as_str()), (Some(0), ""));
    let list = fs::read_to_string(folder.path().join("out/meter.csv")).expect("it writes a list");
    let mut lines = list.lines();
    assert_eq!(lines.next(), Some("floor,foes,adjacent,action,gain,error,danger,announced"));
    let rows: Vec<Vec<&str>> = lines.map(|line| line.split(',').collect()).collect();
    assert!(!rows.is_empty() && rows.iter().all(|row| row.len() == 8), "{rows:?}");
    assert!(metered.stdout.contains(&format!("{} fight turns;", rows.len())), "{}", metered.stdout);
}

#[test]
fn what_cannot_be_simulated_is_said_in_a_sentence() {
    let folder = tempfile::tempdir().expect("there is room for temporary files");
    fs::write(folder.path().join("file"), "").expect("there is room");
    let failed = run(folder.path(), &["--games", "1", "--out", "file"]);
    assert_eq!(failed.assert_failed_as("simulate", 1), "could not make file: File exists");
    for wrong in [
        &[][..],
        &["--games", "1", "--bot", "nobody"],
        &["--games", "1", "--bot", "miser", "--bots"],
        &["--games", "0"],
        &["--games", "x"],
        &["--games", "1", "--jobs", "0"],
        &["--games", "1", "--turns", "1"],
        &["--games", "1", "--oracle"],
        &["--meter", "--bots"],
        &["--meter", "--turns", "0"],
    ] {
        let failed = run(folder.path(), wrong);
        let sentence = failed.assert_failed_as("simulate", 2);
        assert!(sentence.ends_with(" (cargo devtools simulate --help tells more)"), "{sentence}");
    }
}

#[cfg(unix)]
#[test]
fn lost_output_is_no_success() {
    let simulate = |out: std::process::Stdio| {
        let mut program = Command::new(env!("CARGO_BIN_EXE_musrex-devtools"));
        program.args(["simulate", "--games", "1", "--seed", "1"]).stdout(out);
        Run::from(program.stderr(std::process::Stdio::piped()).output().expect("it starts"))
    };
    let full = fs::File::create("/dev/full").expect("it is there");
    let words = "could not write to standard output: No space left on device";
    assert_eq!(simulate(full.into()).assert_failed_as("simulate", 1), words);
    let (reader, writer) = std::io::pipe().expect("there are descriptors");
    drop(reader);
    let closed = simulate(writer.into());
    assert_eq!((closed.code, closed.stderr.as_str()), (Some(1), ""));
}

// The stacks of 256 threads, 2 MiB each, need half a gigabyte, which exceeds the limit.
#[cfg(target_os = "linux")]
#[test]
fn too_many_threads_are_a_sentence() {
    let mut sh = Command::new("sh");
    sh.arg("-c").arg("ulimit -v 300000; exec \"$0\" simulate --games 300 --seed 1 --jobs 256");
    let output = sh.arg(env!("CARGO_BIN_EXE_musrex-devtools")).output().expect("it starts");
    let run = Run::from(output);
    let sentence = run.assert_failed_as("simulate", 1);
    assert!(sentence.starts_with("could not start 256 threads: "), "{sentence}");
}
