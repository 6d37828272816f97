//! Checks which messages are shown first after a turn with many messages (H2).

use musrex_core::Command::{Use, Wait, Walk};
use musrex_core::Direction;
use musrex_core::app::{App, ScreenName};
use musrex_core::content::{ItemKind, Status};
use musrex_core::input::Button;
use musrex_core::quantity::{Hp, Level, Turn};
use musrex_core::raster::{Colour, Frame, TextSize};
use musrex_core::rules::experience::xp_to_leave;
use musrex_core::view::log_strip;
use musrex_core::view::message_log::{LogEntry, MessageLog};
use musrex_core::view::text::{Message, Tone};
use musrex_core::view::widgets::tone_colour;
use musrex_testkit::Scenario;
use musrex_testkit::app_driver::AppDriver;
use musrex_testkit::ocr::{self, SIZES, Size, says};
use musrex_testkit::policy_bot::{Policy, PolicyBot};
use musrex_testkit::seeds::shifted;

/// Returns whether the screen shows these words on a frame of this size.
fn is_shown(driver: &AppDriver, size: Size, words: &str, colour: Colour) -> bool {
    let mut memory = ocr::words(size.0, size.1);
    let mut frame = Frame::new(size.0, size.1, &mut memory).expect("the words are enough");
    frame.set_text_size(size.2);
    let mut app = driver.app.clone();
    app.settings_mut().set_large_text(size.2 == TextSize::Large);
    assert!(app.draw(&mut frame), "a frame of another size is drawn");
    says(&frame, words, colour)
}

// H2: the result of the player's own blow is always visible, and never among the hidden further lines, whatever other
// messages the turn has.
#[test]
fn the_result_of_a_blow_is_always_shown() {
    let mut results = [0; 3];
    for seed in (0..40).map(shifted) {
        let mut driver = AppDriver::in_lobby(seed);
        let crowd = "#######\n#.mmm.#\n#.m@m.#\n#.smr.#\n#######";
        let scene = Scenario::new(crowd).floor(4).level(1).seed(seed).monster_hp(3);
        driver.app.watch(scene.game());
        driver.play(Walk(Direction::North));
        let said = || driver.app.messages().iter();
        if driver.app.screen() != ScreenName::Play || driver.app.messages().answers() < 3 {
            continue;
        }
        let is_of = |words: &str, start: &str| words.starts_with(start);
        let kill = said().find(|entry| entry.message.text.starts_with("You kill"));
        let blow = said().find(|entry| {
            ["You miss", "You hit"].iter().any(|start| is_of(&entry.message.text, start))
        });
        let result = kill.or(blow).expect("a blow is told").message.clone();
        let which =
            if kill.is_some() { 0 } else { 1 + usize::from(is_of(&result.text, "You hit")) };
        results[which] += 1;
        for size in SIZES {
            let colour = if kill.is_some() { Colour::GOOD } else { Colour::WHITE };
            assert!(is_shown(&driver, size, &result.text, colour), "{:?} at {size:?}", result.text);
        }
    }
    assert!(!results.contains(&0), "{results:?} kills, misses and hits");
}

// H2: the first blow that hurts the player is shown beside the result of the player's own blow, unless there is good
// news, a warning or a lesson.
#[test]
fn a_blow_that_hurts_is_shown() {
    let mut count = 0;
    for seed in (0..40).map(shifted) {
        let mut driver = AppDriver::in_lobby(seed);
        let crowd = "#######\n#.mmm.#\n#.m@m.#\n#.smr.#\n#######";
        driver.app.watch(Scenario::new(crowd).floor(4).level(9).seed(seed).monster_hp(90).game());
        (0..4).for_each(|_| driver.play(Walk(Direction::North)));
        let turn = driver.app.game().turn();
        let said = || driver.app.messages().iter().filter(|entry| entry.turn == turn);
        let bad = |entry: &&LogEntry| {
            entry.message.tone == Tone::Bad && entry.message.text.contains(" you for ")
        };
        let first = said().find(bad).map(|entry| entry.message.clone());
        let has_better =
            said().any(|entry| matches!(entry.message.tone, Tone::Good | Tone::Warning));
        if let Some(message) = first.filter(|_| said().count() > 3 && !has_better) {
            count += 1;
            let size = (240, 160, TextSize::Normal);
            assert!(is_shown(&driver, size, &message.text, Colour::BAD), "{}", message.text);
        }
    }
    assert!(count > 5, "{count}");
}

// H2: a blow that hurts is shown beside a kill, although another enemy comes into view from behind the killed one.
#[test]
fn a_new_enemy_hides_no_blow() {
    let mut count = 0;
    for seed in (0..40).map(shifted) {
        let scene = Scenario::new("#m@ms#").floor(5).level(1).hp(25).seed(seed);
        let weak = scene.changed(|floor| floor.monsters[1].body.hp = Hp(1));
        let mut driver = AppDriver::in_lobby(seed);
        driver.app.watch(weak.game());
        driver.play(Walk(Direction::East));
        let said = |words: &str| {
            let mut entries = driver.app.messages().iter();
            entries.find(|entry| entry.message.text.contains(words)).map(|it| it.message.clone())
        };
        let is_new = said("You kill").is_some() && said("comes into view").is_some();
        if let Some(blow) = said("nips you for").filter(|_| is_new) {
            count += 1;
            let size = (240, 160, TextSize::Normal);
            let all = driver.app.messages().iter().map(|it| it.message.text.to_string());
            let all: Vec<String> = all.collect();
            assert!(is_shown(&driver, size, &blow.text, Colour::BAD), "{all:?}");
        }
    }
    assert!(count > 0, "no blow in such a turn");
}

// H2, I10: the end of the ally and a new level are always visible, too.
#[test]
fn a_lost_ally_and_a_new_level_are_always_shown() {
    let crowd = "#######\n#.mmm.#\n#.m@m.#\n#.smr.#\n#######";
    let crowd = || Scenario::new(crowd).floor(4).level(1).monster_hp(1);
    let allied = crowd().changed(|floor| floor.monsters[3].is_ally = true);
    let taken = allied.monster_status(Status::Stunned, 2).carries(ItemKind::OverrideChip);
    let near = crowd().xp(xp_to_leave(Level::FIRST).0 - 1);
    let scenes = [(taken, Use(0), "Only one ally: "), (near, Walk(Direction::North), "Level ")];
    for (scene, command, start) in scenes {
        let mut is_found = false;
        for seed in (0..40).map(shifted) {
            let mut driver = AppDriver::in_lobby(seed);
            driver.app.watch(scene.clone().seed(seed).game());
            match command {
                // The presses open the pack, choose the chip, and choose its first action.
                Use(_) => driver.taps(&[Button::Start, Button::A, Button::A, Button::A]),
                _ => driver.play(command),
            }
            let log = driver.app.messages();
            let Some(entry) = log.iter().find(|entry| entry.message.text.starts_with(start)) else {
                continue;
            };
            is_found |= log.answers() >= 3;
            assert_on_first_page(log, entry);
        }
        assert!(is_found, "{start:?} among many lines");
    }
}

/// Asserts that the first page of the log contains an entry, on every frame.
fn assert_on_first_page(log: &MessageLog, entry: &LogEntry) {
    for size in SIZES {
        let mut memory = ocr::words(size.0, size.1);
        let frame = Frame::new(size.0, size.1, &mut memory).expect("the words are enough");
        let first = log_strip::messages(&frame, log, 0);
        assert!(first.contains(&entry), "{:?} at {size:?}", entry.message.text);
    }
}

// H2, M9, D15: a theft and a harmful status are always visible, even if many monsters notice the player in the same
// turn.
#[test]
fn a_theft_and_a_harm_are_always_shown() {
    for (attacker, start) in [('a', "The Pack Rat has your "), ('s', "Venom ")] {
        let crowd = format!("#########\n#.zSNRT.#\n#...@...#\n#...{attacker}...#\n#########");
        let mut is_found = false;
        for seed in (0..40).map(shifted) {
            let scene = Scenario::new(&crowd).floor(6).level(1).seed(seed);
            let mut driver = AppDriver::in_lobby(seed);
            driver.app.watch(scene.watched().carries(ItemKind::Mop).game());
            driver.play(Wait);
            let log = driver.app.messages();
            let Some(entry) = log.iter().find(|it| it.message.text.starts_with(start)) else {
                continue;
            };
            is_found |= log.answers() > 3;
            assert_on_first_page(log, entry);
        }
        assert!(is_found, "{start:?} among many lines");
    }
}

// H9, H2: the lesson on healing is always visible, whatever else happens in the fight.
#[test]
fn the_lesson_on_healing_is_always_shown() {
    let mut is_found = false;
    for seed in (0..40).map(shifted) {
        let crowd = "#######\n#.mmm.#\n#.m@m.#\n#.smr.#\n#######";
        let scene = Scenario::new(crowd).floor(4).level(5).hp(15).seed(seed);
        // A run that is played counts as a first run, unlike one that is watched.
        let mut driver = AppDriver::new(seed);
        driver.app.play(scene.carries(ItemKind::Cheese).game());
        driver.play(Walk(Direction::North));
        let log = driver.app.messages();
        let is_lesson = |entry: &&LogEntry| entry.message.text.starts_with("Use your Cheese.");
        let Some(entry) = log.iter().find(is_lesson) else { continue };
        is_found |= log.answers() > 3;
        assert_on_first_page(log, entry);
    }
    assert!(is_found, "the lesson among many lines");
}

// H2, W16: the effect of a terminal is always visible, even if many monsters hear the terminal.
#[test]
fn the_answer_of_a_terminal_is_always_shown() {
    let mut is_found = false;
    for seed in (0..40).map(shifted) {
        let mut driver = AppDriver::in_lobby(seed);
        let room = "####?####\n#.zN@NT.#\n#.zNTRTN.#\n#########";
        driver.app.watch(Scenario::new(room).floor(6).level(1).seed(seed).game());
        driver.play(Walk(Direction::North));
        let log = driver.app.messages();
        let answers = ["Cameras: ", "The locks release", "The terminal drops"];
        let is_answer =
            |entry: &&LogEntry| answers.iter().any(|start| entry.message.text.starts_with(start));
        let Some(entry) = log.iter().find(is_answer) else { continue };
        is_found |= log.answers() > 3;
        assert_on_first_page(log, entry);
    }
    assert!(is_found, "the answer among many lines");
}

// H2: Left and Right turn the pages of the message history, to its first line and back.
#[test]
fn the_history_is_paged() {
    let mut driver = AppDriver::in_lobby(shifted(7));
    let first = "Alarm! Lab mice have taken the tower.";
    let mut bot = PolicyBot::new(Policy::Meek, shifted(7));
    let is_long = |app: &App| app.messages().iter().count() > 40;
    assert!(driver.play_until(&mut bot, 900, is_long));
    driver.wait(60);
    driver.taps(&[Button::Start, Button::Down, Button::A]);
    assert_eq!(driver.app.screen(), ScreenName::History);
    let size = SIZES[0];
    let is_there = |driver: &AppDriver| is_shown(driver, size, first, Colour::BAD);
    assert!(!is_there(&driver));
    driver.taps(&[Button::Left; 9]);
    assert!(is_there(&driver));
    driver.taps(&[Button::Right; 9]);
    assert!(!is_there(&driver));
}

// H2: on every frame, a run begins with the first words of its story.
#[test]
fn a_run_begins_with_the_alarm() {
    let driver = AppDriver::in_lobby(shifted(7));
    for size in SIZES {
        assert!(is_shown(&driver, size, "Alarm! Lab mice have taken the tower.", Colour::BAD));
    }
}

// H2: the repeat count of a long message is completely readable in the history, even on the narrowest frame and in
// large text. To make room, the message is cut between whole letters.
#[test]
fn the_count_of_a_long_message_is_not_cut() {
    for (place, name) in [("L", "a locked door"), ("g", "glass"), ("o", "furniture")] {
        let mut driver = AppDriver::in_lobby(shifted(7));
        let scene = Scenario::new(&format!("#@{place}#")).floor(7);
        driver.app.watch(scene.game());
        (0..12).for_each(|_| driver.walk(Direction::East));
        let last = driver.app.messages().iter().next_back().expect("it is refused").clone();
        assert_eq!(last.count, 12, "{name}: {:?}", last.message.text);
        driver.taps(&[Button::Start, Button::Down, Button::A]);
        assert_eq!(driver.app.screen(), ScreenName::History);
        for size in SIZES {
            let whole = last.message.text.as_str();
            let cut = whole.char_indices().rev().map(|(end, _)| format!("{}… ×12", &whole[..end]));
            let mut all = core::iter::once(format!("{whole} ×12")).chain(cut);
            let is_read =
                |words: String| is_shown(&driver, size, &words, tone_colour(last.message.tone));
            assert!(all.any(is_read), "{name} at {size:?}");
        }
    }
}

// H2: each page of a long group of messages is full, and together the pages show every line of the group.
#[test]
fn no_page_of_an_answer_shows_a_line_alone() {
    let mut driver = AppDriver::in_lobby(shifted(7));
    let scene = Scenario::new("#@.....#").floor(2).hp(9).carries(ItemKind::PotionOfHealing);
    driver.app.watch(scene.game());
    driver.taps(&[Button::Start, Button::A, Button::A, Button::A]);
    let log = driver.app.messages();
    for (width, height, _) in SIZES {
        let mut memory = ocr::words(width, height);
        let frame = Frame::new(width, height, &mut memory).expect("the words are enough");
        let pages = 0..log_strip::pages(&frame, log);
        let pages: Vec<_> = pages.map(|page| log_strip::messages(&frame, log, page)).collect();
        let full = pages[0].len();
        assert!(full > 1 && pages.iter().all(|page| page.len() == full), "{pages:?}");
        for entry in log.iter().rev().take(log.answers()) {
            assert!(pages.iter().flatten().any(|&other| other == entry), "{entry:?}");
        }
    }
    assert!(log.answers() > 2, "it fills more than a page");
}

// H2: repeated messages share one line with a count. A warning is counted in this way only within one turn, because in
// a later turn it is news.
#[test]
fn a_warning_of_another_turn_is_a_line_of_its_own() {
    let counts = |tone, turns: [u32; 2]| -> Vec<u16> {
        let mut log = MessageLog::new();
        let message = Message { tone, text: "A Micro Mouse comes into view.".try_into().unwrap() };
        turns.into_iter().for_each(|turn| log.push(message.clone(), Turn(turn)));
        log.iter().map(|entry| entry.count).collect()
    };
    assert_eq!(counts(Tone::Warning, [4, 4]), [2]);
    assert_eq!(counts(Tone::Warning, [4, 5]), [1, 1]);
    assert_eq!(counts(Tone::Normal, [4, 5]), [2]);
}

// H2: while no button is pressed, the pages of a long group of messages are shown in turn. If the next input produces
// no messages, the pages stop, because the old lines would look new.
#[test]
fn the_pages_of_an_old_answer_are_not_turned() {
    for is_old in [false, true] {
        let scene = Scenario::new("#@.....#").floor(2).hp(9).carries(ItemKind::PotionOfHealing);
        let mut driver = AppDriver::in_lobby(shifted(7));
        driver.app.watch(scene.game());
        driver.taps(&[Button::Start, Button::A, Button::A, Button::A]);
        assert!(driver.app.messages().answers() > 2, "it is more than a page");
        let first = driver.app.messages().iter().next_back().expect("it is told").message.clone();
        let rest =
            driver.app.messages().iter().find(|entry| entry.message.text.starts_with("You drink"));
        let rest = rest.expect("it is told").message.clone();
        if is_old {
            driver.play(Walk(Direction::East));
        }
        let mut is_turned = false;
        for _ in 0..40 {
            driver.wait(6);
            let says = |words: &str| {
                let colours = [Colour::WHITE, Colour::SILVER, Colour::GREY];
                colours.into_iter().any(|colour| is_shown(&driver, SIZES[0], words, colour))
            };
            is_turned |= says(&rest.text);
        }
        assert_eq!(is_turned, !is_old, "{:?} after {:?}", rest.text, first.text);
    }
}

// H2: a page is turned as soon as it is due, and not only with the next animation, so that the screen always equals a
// newly drawn frame.
#[test]
fn a_page_is_turned_when_its_time_has_come() {
    let scene = Scenario::new("#@.....#").floor(2).hp(9).carries(ItemKind::PotionOfHealing);
    let mut driver = AppDriver::in_lobby(shifted(7));
    driver.app.watch(scene.game());
    driver.taps(&[Button::Start, Button::A, Button::A, Button::A]);
    assert!(driver.app.messages().answers() > 2, "it is more than a page");
    let draw = |driver: &mut AppDriver, width: u16, memory: &mut [u32]| {
        let mut frame = Frame::new(width, 160, memory).expect("the words are enough");
        driver.app.draw(&mut frame);
    };
    let (mut shown, mut anew, mut other) =
        (ocr::words(240, 160), ocr::words(240, 160), ocr::words(320, 160));
    for tick in 0..200 {
        driver.wait(1);
        draw(&mut driver, 240, &mut shown);
        if (140..160).contains(&tick) {
            let mut again = driver.clone();
            draw(&mut again, 320, &mut other);
            draw(&mut again, 240, &mut anew);
            assert!(shown == anew, "tick {tick}");
        }
    }
}

// M2, H2: if unseen monsters notice the player, one message reports all of them, with their number.
#[test]
fn unseen_notices_are_counted() {
    let wall = "#############";
    for (rows, words) in [
        ("#..........z#\n#@.........z#\n#..........z#", "3 unseen enemies notice you."),
        ("#...........#\n#@.........z#\n#...........#", "An unseen enemy notices you."),
    ] {
        let scene = Scenario::new(&format!("{wall}\n{rows}\n{wall}")).floor(2);
        let mut driver = AppDriver::in_lobby(shifted(7));
        driver.app.watch(scene.watched().game());
        driver.play(Wait);
        let said = driver.app.messages().iter().map(|entry| entry.message.text.as_str());
        let told: Vec<&str> = said.filter(|words| words.contains("unseen enem")).collect();
        assert_eq!(told, [words]);
    }
}
