//! Checks the first and the last minutes of a run from a newcomer's point of view. No message disappears before it can
//! be read, and no accidental press loses anything.

use musrex_assets::interface;
use musrex_core::Direction;
use musrex_core::app::{App, Request, ScreenName};
use musrex_core::content::ItemKind;
use musrex_core::controls::InputScheme;
use musrex_core::input::{Button, Buttons, Input, Pointer};
use musrex_core::raster::{Colour, Frame, TextSize};
use musrex_core::view::text::{self, GUIDE, Lesson};
use musrex_testkit::Scenario;
use musrex_testkit::app_driver::AppDriver;
use musrex_testkit::input_schemes::schemes;
use musrex_testkit::ocr::{self, SIZES, Size, has_icon};
use musrex_testkit::policy_bot::{Policy, PolicyBot};
use musrex_testkit::seeds::shifted;
use musrex_testkit::watched::{seen_at, watch};
use std::collections::BTreeSet;

/// Finds words on the screen, in any text colour, on a frame of this size.
fn find(driver: &AppDriver, (width, height, text): Size, words: &str) -> Option<(u16, u16)> {
    let mut memory = ocr::words(width, height);
    let mut frame = Frame::new(width, height, &mut memory).expect("the words are enough");
    let mut app = driver.app.clone();
    app.settings_mut().set_large_text(text == TextSize::Large);
    assert!(app.draw(&mut frame), "a frame of another size is drawn");
    const COLOURS: [Colour; 10] = [
        Colour::WHITE,
        Colour::SILVER,
        Colour::GOLD,
        Colour::STRAW,
        Colour::GOOD,
        Colour::BAD,
        Colour::WARNING,
        Colour::ICE,
        Colour::GREEN,
        Colour::GREY,
    ];
    COLOURS.into_iter().find_map(|colour| ocr::find(&frame, words, colour))
}

pub(super) fn is_shown(driver: &AppDriver, words: &str) -> bool {
    find(driver, SIZES[0], words).is_some()
}

/// Returns whether words are in the log in a colour other than the colour of old lines.
pub(super) fn is_bright(driver: &AppDriver, size: Size, words: &str, colour: Colour) -> bool {
    let mut memory = ocr::words(size.0, size.1);
    let mut frame = Frame::new(size.0, size.1, &mut memory).expect("the words are enough");
    let mut app = driver.app.clone();
    app.settings_mut().set_large_text(size.2 == TextSize::Large);
    assert!(app.draw(&mut frame), "a frame of another size is drawn");
    ocr::says(&frame, words, colour)
}

/// Returns the messages that answered the last press.
pub(super) fn answer(driver: &AppDriver) -> Vec<String> {
    let log = driver.app.messages();
    let lines = log.iter().rev().take(log.answers());
    lines.map(|entry| entry.message.text.to_string()).collect()
}

const ALARM: &str = "Alarm! Lab mice have taken the tower.";

// H9: the first lines of a run stay until a press. The confirm button shows the next line without playing a turn.
#[test]
fn the_opening_stays_until_it_is_answered() {
    let mut driver = AppDriver::in_lobby(shifted(7));
    let aim = answer(&driver)[0].clone();
    assert_eq!(answer(&driver), [aim.clone(), ALARM.to_owned()], "a thought alone");
    for _ in 0..60 {
        for size in SIZES {
            assert!(is_bright(&driver, size, ALARM, Colour::BAD), "{ALARM:?} at {size:?}");
            assert!(is_bright(&driver, size, &aim, Colour::GOOD), "{aim:?} at {size:?}");
            assert!(find(&driver, size, "A: more").is_some(), "how to go on, at {size:?}");
        }
        driver.wait(20);
    }
    driver.tap(Button::A);
    let lesson = answer(&driver);
    assert!(lesson.len() == 1 && lesson[0].contains("attack"), "{lesson:?}");
    for _ in 0..60 {
        assert!(is_bright(&driver, SIZES[0], &lesson[0], Colour::GOOD), "{lesson:?}");
        assert!(is_shown(&driver, "A: more"), "how to go on");
        driver.wait(20);
    }
    // W30: the last line points to the lockers.
    driver.tap(Button::A);
    let lockers = answer(&driver);
    assert!(lockers.len() == 1 && lockers[0].contains("locker"), "{lockers:?}");
    assert!(!is_shown(&driver, "A: more"), "nothing is left to be said");
    assert_eq!(driver.app.game().turn().0, 0);
    driver.tap(Button::A);
    assert_eq!(driver.app.game().turn().0, 1, "from now on it waits");
}

// H9: if the player walks at once, the next line appears with the first step that causes no other message.
#[test]
fn a_step_answers_the_opening_as_well() {
    let mut driver = AppDriver::in_lobby(shifted(7));
    driver.walk(Direction::North);
    assert_eq!(driver.app.game().turn().0, 1);
    let lesson = answer(&driver);
    assert!(lesson.len() == 1 && lesson[0].contains("attack"), "{lesson:?}");
}

// H9, H2: a lesson appears only if even the smallest frame has a free line for it, so that it pushes no other line
// away.
#[test]
fn a_lesson_waits_for_a_free_line() {
    let words = |lesson| text::lesson(lesson, None, false, &InputScheme::BUTTONS).text;
    let lessons = Lesson::ALL.map(|lesson| words(lesson).trim_start_matches("Mouse").to_owned());
    let mut count = 0;
    for seed in (0..12).map(shifted) {
        let mut driver = AppDriver::in_lobby(seed);
        driver.tap(Button::A);
        let mut bot = PolicyBot::new(Policy::Meek, seed);
        for _ in 0..200 {
            if !driver.app.scores().rows().is_empty() {
                break;
            }
            let before = driver.app.messages().iter().count();
            let command = bot.next(driver.app.game());
            driver.play(command);
            if driver.app.messages().iter().count() == before {
                continue;
            }
            let lines = answer(&driver);
            let is_given = lines.iter().any(|line| lessons.iter().any(|it| line.ends_with(it)));
            count += usize::from(is_given);
            assert!(!is_given || lines.len() <= 2, "{lines:?}");
        }
    }
    assert!(count > 6, "{count} lessons");
}

// H2: while no button is pressed, the pages of a long group of messages are shown again and again, so that a player who
// looks up late can read all of them.
#[test]
fn the_pages_of_an_answer_come_again() {
    let scene = Scenario::new("#@.....#").floor(2).hp(9).carries(ItemKind::PotionOfHealing);
    let mut driver = AppDriver::in_lobby(shifted(7));
    driver.app.watch(scene.game());
    driver.taps(&[Button::Start, Button::A, Button::A, Button::A]);
    let lines = answer(&driver);
    assert!(lines.len() > 2, "{lines:?}");
    driver.wait(900);
    let mut unread: Vec<&String> = lines.iter().collect();
    for _ in 0..60 {
        driver.wait(10);
        unread.retain(|line| !is_shown(&driver, line));
    }
    assert!(unread.is_empty(), "{unread:?} never come again");
}

// H2, W13: on every frame, the message about a new floor is visible at once, and states the floor's name before the
// experience.
#[test]
fn a_floor_says_its_name_before_its_experience() {
    for seed in (0..6).map(shifted) {
        let mut driver = AppDriver::in_lobby(seed);
        let mut bot = PolicyBot::new(Policy::Climb, seed);
        assert!(driver.play_until(&mut bot, 50, |app| app.screen() == ScreenName::FloorChange));
        driver.skip_floor_change();
        for size in SIZES {
            let name = find(&driver, size, "Floor 1: ").expect("its name");
            let paid = find(&driver, size, "You reach a new floor. +").expect("what it pays");
            assert!(name.1 < paid.1, "{name:?} {paid:?} at {size:?}");
        }
    }
}

/// Returns an app whose player has just died.
fn dead() -> AppDriver {
    let mut driver = AppDriver::in_lobby(shifted(5));
    driver.app.watch(Scenario::new("#m.@.#").floor(3).level(2).hp(1).seed(5).game());
    let mut bot = PolicyBot::new(Policy::Meek, 5);
    assert!(driver.play_until(&mut bot, 100, |app| app.screen() == ScreenName::Death));
    driver
}

/// Returns an app after a death that shows the hall of fame and already accepts presses.
fn in_hall_after_death() -> AppDriver {
    let mut driver = dead();
    driver.wait(50);
    driver.go_on();
    driver.go_on();
    driver.wait(70);
    driver
}

// H4: each page after a death ignores presses for a second. However often the confirm button is pressed, it never
// begins another run.
#[test]
fn mashing_at_death_loses_nothing() {
    let mut driver = dead();
    let mut shown: Vec<(&str, u32)> = Vec::new();
    for tick in 0..600 {
        let buttons = if tick % 4 < 2 { Buttons::NONE.with(Button::A) } else { Buttons::NONE };
        driver.hold(buttons, 1);
        let page = match driver.app.screen() {
            ScreenName::Death if is_shown(&driver, "The last ten turns") => "last turns",
            ScreenName::Death => "epitaph",
            ScreenName::Hall if is_shown(&driver, "Hall of Fame") => "hall",
            ScreenName::Hall => "row",
            screen => screen.name(),
        };
        match shown.last_mut() {
            Some((last, ticks)) if *last == page => *ticks += 1,
            _ => shown.push((page, 1)),
        }
    }
    let pages: Vec<&str> = shown.iter().map(|(page, _)| *page).collect();
    assert!(pages.starts_with(&["epitaph", "last turns", "hall"]), "{shown:?}");
    assert!(pages.iter().all(|page| ["epitaph", "last turns", "hall", "row"].contains(page)));
    // The page of a row also ignores presses for a second.
    assert!(shown[..4].iter().all(|(_, ticks)| *ticks >= 60), "{shown:?}");
}

// H4: once a page accepts presses, every button that leaves it leads to the next page.
#[test]
fn each_button_that_leaves_leads_on_from_a_death() {
    for button in [Button::A, Button::B, Button::Start] {
        let mut driver = dead();
        driver.wait(150);
        for page in ["The last ten turns", "Hall of Fame"] {
            driver.tap(button);
            assert!(is_shown(&driver, page), "{button:?}");
            driver.wait(70);
        }
    }
}

// H4: in the hall, a separate button begins another run, and a hint names this button.
#[test]
fn the_hall_names_the_button_of_a_new_run() {
    let mut driver = in_hall_after_death();
    assert_eq!(driver.app.screen(), ScreenName::Hall);
    for size in SIZES {
        assert!(find(&driver, size, "Select: new run").is_some(), "at {size:?}");
    }
    // On a keyboard, both controls may have the same key. The hints never give one key two meanings.
    for scheme in schemes() {
        let hint = text::after_a_run(&scheme);
        let keys: BTreeSet<&str> =
            hint.split("  ").filter_map(|part| part.split(':').next()).collect();
        assert_eq!(keys.len(), 3, "{}", &*hint);
    }
    driver.tap(Button::Select);
    assert_eq!((driver.app.screen(), driver.app.game().turn().0), (ScreenName::Play, 0));
}

// Every question is a list with the cursor on No. So pressing only the confirm button loses nothing, wherever the
// question appears.
#[test]
fn every_question_stands_on_no() {
    let mut giving_up = AppDriver::in_lobby(shifted(7));
    giving_up.walk(Direction::North);
    let mut resetting = giving_up.clone();
    giving_up.taps(&[Button::Start, Button::Up, Button::Up, Button::A]);
    assert!(is_shown(&giving_up, "Give up?"));
    resetting.taps(&[Button::Start, Button::Up, Button::Up, Button::Up, Button::Up, Button::A]);
    assert_eq!(resetting.app.screen(), ScreenName::Options);
    resetting.taps(&[Button::Up, Button::Up, Button::A, Button::Up, Button::Up, Button::A]);
    assert_eq!(resetting.app.screen(), ScreenName::Keys);
    for mut driver in [giving_up, resetting] {
        for size in SIZES {
            assert!(find(&driver, size, "No").is_some() && find(&driver, size, "Yes").is_some());
        }
        let screen = driver.app.screen();
        let mut refused = driver.clone();
        for button in [Button::A, Button::B, Button::Select, Button::Start] {
            let mut driver = driver.clone();
            driver.tap(button);
            if button != Button::Select {
                assert!(!is_shown(&driver, "Yes"), "{button:?} is a no");
            }
            assert_eq!(driver.app.screen(), screen, "{button:?} is no yes");
        }
        refused.tap(Button::A);
        driver.tap(Button::Down);
        let request = (0..4).find_map(|tick| {
            let buttons = if tick < 2 { Buttons::NONE.with(Button::A) } else { Buttons::NONE };
            driver.app.tick(Input::from(buttons))
        });
        let is_done = driver.app.screen() == ScreenName::Title || request.is_some();
        assert!(is_done, "Yes is below No");
    }
}

// On the title, one press of Up too many does not wrap around to the entry that ends the program.
#[test]
fn the_title_is_not_left_by_wrapping() {
    let mut driver = AppDriver::new(shifted(7));
    driver.tap(Button::Up);
    let request = driver.app.tick(Input::from(Buttons::NONE.with(Button::A)));
    assert_ne!(request, Some(Request::Quit));
    driver.wait(4);
}

// The pause menu has an entry that returns to the game, and the pack is still two presses away.
#[test]
fn the_pause_menu_has_resume() {
    let mut driver = AppDriver::in_lobby(shifted(7));
    driver.tap(Button::Start);
    for size in SIZES {
        assert!(find(&driver, size, "Resume").is_some(), "at {size:?}");
    }
    let mut pack = driver.clone();
    pack.tap(Button::A);
    assert_eq!(pack.app.screen(), ScreenName::Pack);
    driver.taps(&[Button::Up, Button::A]);
    assert_eq!(driver.app.screen(), ScreenName::Play);
}

// A value that Left and Right change is shown between arrows. The row of the seed contains the word Seed.
#[test]
fn values_that_change_stand_between_arrows() {
    let mut driver = AppDriver::on_wide_frames(shifted(7));
    driver.app.offer_daily();
    driver.taps(&[Button::Up, Button::Up]);
    for size in SIZES {
        assert!(find(&driver, size, "Seed").is_some(), "at {size:?}");
        assert!(find(&driver, size, "← random →").is_some(), "at {size:?}");
    }
    driver.tap(Button::Down);
    assert!(is_shown(&driver, "← full →") && !is_shown(&driver, "← random →"));
}

// Each option has a line that explains it, completely readable on every frame.
#[test]
fn each_option_says_what_it_does() {
    let mut driver = AppDriver::in_lobby(shifted(7));
    driver.taps(&[Button::Start, Button::Up, Button::Up, Button::Up, Button::Up, Button::A]);
    assert_eq!(driver.app.screen(), ScreenName::Options);
    for words in ["a key is held", "red-green", "Water"] {
        for size in SIZES {
            assert!(find(&driver, size, words).is_some(), "{words:?} at {size:?}");
        }
        driver.tap(Button::Down);
    }
}

// On every frame, each screen that the player opens names the button that leaves it.
#[test]
fn every_screen_says_how_to_leave_it() {
    use Button::{A, Down, L, Select, Start, Up};
    let paths: [&[Button]; 9] = [
        &[Select],
        &[L],
        &[Start],
        &[Start, A],
        &[Start, Down, A],
        &[Start, Down, Down, A],
        &[Start, Down, Down, Down, A],
        &[Start, Down, Down, Down, Down, A],
        &[Start, Down, Down, Down, Down, A, Up, Up, A],
    ];
    let mut lobby = AppDriver::in_lobby(shifted(7));
    lobby.walk(Direction::North);
    let mut choice = AppDriver::new(shifted(7));
    choice.app.offer_daily();
    let opened = paths.into_iter().map(|path| {
        let mut driver = lobby.clone();
        driver.taps(path);
        driver
    });
    for driver in opened.chain([choice]) {
        let screen = driver.app.screen();
        for size in SIZES {
            let is_told =
                ["B: ", "Back", "Resume"].iter().any(|it| find(&driver, size, it).is_some());
            assert!(is_told, "{screen:?} at {size:?}");
        }
    }
}

// H7: a lost run earns no conducts. Its page neither suggests otherwise nor blames the player.
#[test]
fn a_lost_run_is_not_told_of_conducts() {
    let mut driver = in_hall_after_death();
    driver.tap(Button::L);
    assert!(is_shown(&driver, "Your night ends here"));
    for size in SIZES {
        for words in ["kept", "broken", "Extra goals"] {
            assert!(find(&driver, size, words).is_none(), "{words} at {size:?}");
        }
    }
}

/// Holds the exploring key for a moment.
pub(super) fn explore(driver: &mut AppDriver) {
    driver.hold(Buttons::NONE.with(Button::L).with(Button::R), 2);
    driver.wait(2);
}

// N4: whenever exploring stops, the log states the reason in the same turn.
#[test]
fn exploring_always_says_why_it_stops() {
    let mut stops = 0;
    for seed in (0..16).map(shifted) {
        let mut driver = AppDriver::in_lobby(seed);
        let mut bot = PolicyBot::new(Policy::Careful, seed);
        for _ in 0..60 {
            let is_over = |app: &App| !app.scores().rows().is_empty();
            driver.skip_floor_change();
            if is_over(&driver.app) || driver.app.screen() != ScreenName::Play {
                break;
            }
            let (turn, floor) = (driver.app.game().turn(), driver.app.game().floor());
            explore(&mut driver);
            // If nothing has happened for a while, exploring has stopped.
            let mut last = (driver.app.game().turn(), 0);
            while last.1 < 40 && !is_over(&driver.app) {
                driver.wait(1);
                let now = driver.app.game().turn();
                last = if now == last.0 { (now, last.1 + 1) } else { (now, 0) };
            }
            if is_over(&driver.app) || driver.app.game().floor() != floor {
                continue;
            }
            stops += 1;
            let now = driver.app.game().turn();
            let said = driver.app.messages().iter().next_back();
            let is_told = said.is_some_and(|entry| entry.turn == now);
            assert!(
                is_told,
                "seed {seed}: explored from turn {turn:?} to {now:?} and said nothing"
            );
            // The player fights any monster in the way.
            for _ in 0..6 {
                if is_over(&driver.app) || driver.app.screen() != ScreenName::Play {
                    break;
                }
                let command = bot.next(driver.app.game());
                match command {
                    musrex_core::Command::Walk(_) | musrex_core::Command::Wait => {
                        driver.play(command)
                    }
                    _ => break,
                }
            }
        }
    }
    assert!(stops > 60, "{stops} stops");
}

// N3, N4: a monster that prevents exploring is named once. Further presses do not repeat the message.
#[test]
fn who_watches_is_told_once() {
    let mut driver = AppDriver::in_lobby(shifted(7));
    driver.app.watch(Scenario::new("#@....m#").floor(2).game());
    for _ in 0..6 {
        explore(&mut driver);
    }
    let lines = answer(&driver);
    assert_eq!(lines, ["Can't explore: a Micro Mouse is awake."]);
    for size in SIZES {
        for line in &lines {
            assert!(is_bright(&driver, size, line, Colour::WARNING), "{line:?} at {size:?}");
        }
    }
    let counts: Vec<u16> = driver.app.messages().iter().map(|entry| entry.count).collect();
    assert!(counts.iter().all(|&count| count == 1), "{counts:?}");
}

// H2: the log never reports twice in a row that the same monster comes into view.
#[test]
fn nobody_comes_into_view_twice_in_a_row() {
    for seed in (0..24).map(shifted) {
        let mut driver = AppDriver::in_lobby(seed);
        let mut bot = PolicyBot::new(Policy::Meek, seed);
        driver.play_until(&mut bot, 300, |app| !app.scores().rows().is_empty());
        let lines: Vec<_> = driver.app.messages().iter().map(|it| &it.message.text).collect();
        for pair in lines.windows(2) {
            assert!(pair[0] != pair[1] || !pair[0].contains("comes into view"), "{pair:?}");
        }
    }
}

// I2: a picked-up item that fits an empty slot can be put on with one press.
#[test]
fn armour_is_offered_to_be_worn() {
    for (letter, kind) in [('(', ItemKind::BikerJacket), ('[', ItemKind::BulletproofVest)] {
        let slot = kind.slot().expect("it is worn");
        let scene = Scenario::new(&format!("#@{letter}.....#")).floor(2);
        let mut driver = AppDriver::in_lobby(shifted(7));
        driver.app.watch(scene.game());
        driver.walk(Direction::East);
        let words = format!("A: put on the {}", text::name_of(kind));
        for size in SIZES {
            assert!(is_bright(&driver, size, &words, Colour::GOOD), "{words:?} at {size:?}");
        }
        let mut worn = driver.clone();
        worn.tap(Button::A);
        assert_eq!(worn.app.game().player().worn.get(slot).map(|item| item.kind), Some(kind));
        // Any other press declines the offer. If the slot is occupied, there is no offer.
        driver.walk(Direction::East);
        driver.tap(Button::A);
        assert!(driver.app.game().player().worn.get(slot).is_none());
        driver.app.watch(scene.wears(ItemKind::BikerJacket).game());
        driver.walk(Direction::East);
        assert!(!is_shown(&driver, &words));
    }
}

// I2, N4: exploring stops when the game offers to put on an item, so that the player can read the offer.
#[test]
fn exploring_stops_at_an_offer() {
    let mut driver = AppDriver::in_lobby(shifted(7));
    driver.app.watch(Scenario::new("#@....(.........#").floor(2).game());
    explore(&mut driver);
    driver.wait(200);
    assert!(is_shown(&driver, "A: put on the Biker Jacket"));
}

// H11: an arrow is shown only on a side with a further page.
#[test]
fn the_last_page_of_help_has_no_arrow_onward() {
    let count = 1 + GUIDE.len();
    let mut driver = AppDriver::in_lobby(shifted(7));
    driver.tap(Button::Start);
    driver.taps(&[Button::Down; 4]);
    driver.tap(Button::A);
    for page in 1..=count {
        for (arrow, is_there) in [("←", page > 1), ("→", page < count)] {
            let words = match arrow {
                "←" => format!("← {page}/{count}"),
                _ => format!("{page}/{count} →"),
            };
            assert_eq!(is_shown(&driver, &words), is_there, "{words:?}");
        }
        driver.tap(Button::Right);
    }
}

// A list that does not fit has an arrow on each side where it continues. The test uses the list of keys.
#[test]
fn the_list_of_keys_shows_that_it_goes_on() {
    let mut driver = AppDriver::in_lobby(shifted(7));
    driver.tap(Button::Start);
    driver.taps(&[Button::Down; 5]);
    driver.tap(Button::A);
    driver.taps(&[Button::Up, Button::Up, Button::A]);
    assert_eq!(driver.app.screen(), ScreenName::Keys);
    let has = |driver: &AppDriver, icon| seen_at(driver, (240, 160), |frame| has_icon(frame, icon));
    assert!(!has(&driver, &interface::SCROLL_UP) && has(&driver, &interface::SCROLL_DOWN));
    (0..9).for_each(|_| driver.tap(Button::Down));
    assert!(has(&driver, &interface::SCROLL_UP) && has(&driver, &interface::SCROLL_DOWN));
    (0..10).for_each(|_| driver.tap(Button::Up));
    assert!(has(&driver, &interface::SCROLL_UP) && !has(&driver, &interface::SCROLL_DOWN));
}

// N3: clicking an unreachable tile produces a message, even if it is the first click.
#[test]
fn a_click_on_what_cannot_be_reached_is_answered() {
    // An item behind glass is visible, but unreachable.
    for (text, x) in [("#@.g..#", 4), ("#@.g..#", 5), ("#@.w<.#", 4), ("#@.o%.#", 4)] {
        let mut driver = watch(&Scenario::new(text));
        driver.app.resize(240, 160);
        let before = driver.app.messages().iter().count();
        let y = 84;
        for is_held in [true, true, false] {
            let pointer = Some(Pointer { x: 120 + 16 * (x - 1), y, is_held });
            driver.app.tick(Input { buttons: Buttons::NONE, pointer });
        }
        driver.wait(2);
        let said =
            driver.app.messages().iter().skip(before).map(|entry| entry.message.text.clone());
        let said: Vec<_> = said.collect();
        assert!(!said.is_empty(), "{text}: a click says nothing");
    }
}

// T9, W7, W15: a pointer that rests on an adjacent tile shows the effect of a step there. If the tile refuses the step,
// it shows only the name.
#[test]
fn a_pointer_names_what_a_step_would_do() {
    for (text, words, is_told) in [
        ("#@m#", "attack: Micro Mouse", true),
        ("#@+.#", "open: ", true),
        ("#@L.#", "open: ", false),
        ("#@v#", "shut: ", true),
        ("#@?#", "use: ", true),
        ("#@<#", "climb: ", true),
        ("#@%#", "take: Health Pack", true),
        ("#@.#", ": ", false),
    ] {
        let mut driver = watch(&Scenario::new(text));
        let pointer = Some(Pointer { x: 120 + 16, y: 84, is_held: false });
        driver.app.tick(Input { buttons: Buttons::NONE, pointer });
        let small = SIZES[0];
        assert_eq!(find(&driver, small, words).is_some(), is_told, "{words:?} in {text}");
    }
}
