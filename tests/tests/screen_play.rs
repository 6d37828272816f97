//! Checks that words on the play screen hide nothing: numbers over the map (A9) and the log (H2).

use musrex_core::Command::{Wait, Walk};
use musrex_core::Direction;
use musrex_core::content::MonsterKind;
use musrex_core::controls::InputScheme;
use musrex_core::geometry::Pos;
use musrex_core::input::{Button, Buttons, Input, Pointer};
use musrex_core::quantity::{Damage, Hp, Turn};
use musrex_core::raster::{Colour, Frame, TextSize};
use musrex_core::rules::travel::visible_enemies;
use musrex_core::rules::{Actor, Event, Events};
use musrex_core::screens::{App, ScreenName};
use musrex_core::view::animation::{Animation, Effect};
use musrex_core::view::autotile::AutotileCache;
use musrex_core::view::map_view::{MapView, TILE};
use musrex_core::view::message_log::MessageLog;
use musrex_core::view::text::{self, Lesson, Message, Tone};
use musrex_core::view::widgets::Area;
use musrex_core::view::{description, hud, log_strip};
use musrex_core::world::{Cause, Game};
use musrex_tests::Scenario;
use musrex_tests::app_driver::AppDriver;
use musrex_tests::ocr::{self, says};
use musrex_tests::policy_bot::{Policy, PolicyBot};
use musrex_tests::seeds::shifted;

/// Width and height of a frame, and the size of its text.
type Size = (u16, u16, TextSize);

/// The frame sizes of the hosts; the widest also with large text (H10).
const SIZES: [Size; 4] = [
    (240, 160, TextSize::Normal),
    (240, 240, TextSize::Normal),
    (320, 180, TextSize::Normal),
    (320, 180, TextSize::Large),
];

/// Looks at an empty frame of this size.
fn with_frame<T>((width, height, text): Size, look: impl FnOnce(&mut Frame<'_>) -> T) -> T {
    let mut words = ocr::words(width, height);
    let mut frame = Frame::new(width, height, &mut words).expect("the words are enough");
    frame.set_text_size(text);
    look(&mut frame)
}

/// Draws the screen on a frame of this size, and looks at it.
fn seen<T>(driver: &AppDriver, size: Size, look: impl FnOnce(&Frame<'_>) -> T) -> T {
    with_frame(size, |frame| {
        let mut app = driver.app.clone();
        app.settings_mut().set_large_text(size.2 == TextSize::Large);
        assert!(app.draw(frame), "a frame of another size is drawn");
        look(frame)
    })
}

/// The pixels of the rows of an area.
fn rows(frame: &Frame<'_>, area: Area) -> Vec<u8> {
    let [first, count] = [area.y, area.height].map(|rows| usize::from(rows.unsigned_abs()));
    let line = usize::from(frame.width());
    frame.pixels()[first * line..(first + count) * line].to_vec()
}

/// A crowd around the player, in a room that is wider than the frame.
fn crowd() -> Game {
    let wall = "#".repeat(19);
    let empty = format!("#{}#\n", ".".repeat(17)).repeat(4);
    let text = format!(
        "{wall}\n{empty}#.......mmm.......#\n#.......m@m.......#\n#.......mmm.......#\n{empty}{wall}"
    );
    Scenario::new(&text).hp(500).game()
}

const MOUSE: Actor = Actor::Monster(MonsterKind::MicroMouse);

/// The animation of these events.
fn animated(events: impl IntoIterator<Item = Event>) -> Animation {
    let mut all = Events::new();
    events.into_iter().for_each(|event| all.push(event));
    Animation::new(&all, 6, Hp(500))
}

/// Asserts at every tick that all numbers are shown within the frame, and that no two of them meet.
fn assert_apart(game: &Game, mut animation: Animation, size: Size) {
    let visible = game.visible();
    while animation.is_running() {
        let (area, room) = with_frame(size, |frame| (hud::map_area(frame), hud::shown_area(frame)));
        let is_number =
            |effect: &Effect| matches!(effect, Effect::DamageNumber { .. } | Effect::Squeak(_));
        let count = animation.running().filter(|(effect, ..)| is_number(effect)).count();
        let view = MapView { game, visible: &visible, animation: &animation, clock: 0, area };
        let words = with_frame(size, |frame| view.floating_words(frame, room));
        assert_eq!(words.len(), count, "one is missing at {size:?}");
        for (index, word) in words.iter().enumerate() {
            let (word, others) = (word.area, &words[index + 1..]);
            assert!(word.x > room.x && word.x + word.width < room.x + room.width, "{word:?}");
            assert!(word.y > room.y && word.y + word.height < room.y + room.height, "{word:?}");
            for other in others.iter().map(|other| other.area) {
                let is_beside = word.x + word.width < other.x || other.x + other.width < word.x;
                let is_above = word.y + word.height < other.y || other.y + other.height < word.y;
                assert!(is_beside || is_above, "{word:?} meets {other:?} at {size:?}");
            }
        }
        animation.advance();
    }
}

fn burned(at: Pos, points: u16, who: Actor) -> Event {
    Event::Burned { who, at, damage: Damage(points), cause: Cause::Cable }
}

fn struck(from: Pos, at: Pos, points: u16, target: Actor) -> Event {
    Event::Struck { attacker: MOUSE, target, from, at, damage: Damage(points) }
}

/// The player's tile and the eight around it.
fn block(game: &Game) -> Vec<Pos> {
    let middle = game.player().body.pos;
    let around = Direction::ALL.into_iter().filter_map(|direction| middle.step(direction));
    core::iter::once(middle).chain(around).collect()
}

// A9: numbers of many hits on one creature and on its neighbours are all readable.
#[test]
fn no_two_numbers_overlap() {
    let game = crowd();
    let player = game.player().body.pos;
    let block = block(&game);
    for size in SIZES {
        for damage in [0, 7, 23, 888, 12_345] {
            // One by one.
            let blows = block[1..].iter().map(|&from| struck(from, player, damage, Actor::Player));
            assert_apart(&game, animated(blows), size);
            // All around at once.
            let burns = block.iter().map(|&at| burned(at, damage, MOUSE));
            assert_apart(&game, animated(burns), size);
            // Both, and squeaks.
            let blows = block[1..].iter().map(|&from| struck(from, player, damage, Actor::Player));
            let burns = block.iter().map(|&at| burned(at, damage, MOUSE));
            let kind = MonsterKind::MicroMouse;
            let squeaks = block[1..3].iter().map(|&at| Event::Squeaked { kind, at });
            assert_apart(&game, animated(blows.chain(burns).chain(squeaks)), size);
        }
    }
}

// A9: nor do they at the edges of the frame, where they stay on it.
#[test]
fn numbers_stay_on_the_frame() {
    let game = crowd();
    let player = game.player().body.pos;
    let corners = [(-7, -4), (-7, 3), (7, -4), (7, 3)];
    let corners = corners.map(|(dx, dy)| player.offset(dx, dy).expect("it is on the map"));
    for size in SIZES {
        let burns =
            corners.iter().flat_map(|&at| [0, 123, 4567].map(|points| burned(at, points, MOUSE)));
        assert_apart(&game, animated(burns), size);
    }
}

// A9: each number is read on the frame itself as long as it floats, and never jumps.
#[test]
fn numbers_are_read_and_never_jump() {
    let game = crowd();
    let mut autotiles = AutotileCache::EMPTY;
    autotiles.update(&game);
    let visible = game.visible();
    // Nobody stands there, so that letters are all that has their colour.
    let at = game.player().body.pos.offset(4, 0).expect("it is on the map");
    let numbers = 41..=48;
    let mut blows: Vec<Event> = Vec::new();
    for (points, from) in numbers.clone().zip(block(&game).into_iter().skip(1)) {
        blows.push(struck(from, at, points, Actor::Player));
    }
    let mut animation = animated(blows);
    let mut before: Vec<Option<(u16, u16)>> = vec![None; 8];
    let mut reads = 0;
    while animation.is_running() {
        let area = Area { x: 0, y: 0, width: 240, height: 160 };
        let view =
            MapView { game: &game, visible: &visible, animation: &animation, clock: 0, area };
        let now: Vec<Option<(u16, u16)>> = ocr::drawn(
            |frame| view.draw(frame, &autotiles),
            |frame| {
                let place = |points: u16| ocr::find(frame, &points.to_string(), Colour::BAD);
                numbers.clone().map(place).collect()
            },
        );
        let running = animation.running();
        let count =
            running.filter(|(effect, ..)| matches!(effect, Effect::DamageNumber { .. })).count();
        assert_eq!(now.iter().flatten().count(), count, "{now:?}");
        reads += count;
        for (before, now) in before.iter().zip(&now) {
            if let (Some(before), Some(now)) = (before, now) {
                assert_eq!(before.0, now.0);
                assert!(before.1 - now.1 <= 1, "{before:?} jumps to {now:?}");
            }
        }
        before = now;
        animation.advance();
    }
    assert_eq!(reads, 8 * 20);
}

// H2: the log covers the same rows with and without messages, and the map above it is the same.
#[test]
fn messages_hide_nothing_of_the_map() {
    let room = "#######\n#.....#\n#..@..#\n#.....#\n#######";
    let mut silent = AppDriver::in_lobby(shifted(3));
    silent.app.watch(Scenario::new(room).game());
    let mut driver = silent.clone();
    // Nothing is left to explore: that is said.
    driver.hold(Buttons::NONE.with(Button::L).with(Button::R), 1);
    driver.wait(3);
    silent.wait(4);
    assert_eq!(driver.app.screen(), ScreenName::Play);
    assert_eq!([&silent, &driver].map(|driver| driver.app.game().turn().0), [0, 0]);
    assert_eq!(silent.app.messages().iter().count(), 0);
    assert_eq!(driver.app.messages().iter().count(), 1);
    for size in SIZES {
        let [without, with] = [&silent, &driver].map(|driver| {
            seen(driver, size, |frame| {
                let (map, log) = (hud::shown_area(frame), log_strip::area(frame));
                assert_eq!(map.y + map.height, log.y);
                assert_eq!(log.y + log.height, Area::of(frame).height);
                (rows(frame, map), rows(frame, log))
            })
        });
        assert!(without.0 == with.0, "the map at {size:?}");
        assert!(without.1 != with.1, "the log at {size:?}");
        let bar = [Colour::INK.0, Colour::SLATE.0];
        assert!(without.1.iter().all(|pixel| bar.contains(pixel)), "opaque at {size:?}");
    }
}

// H2: three rows of tiles below the player's and as many above it are seen whole, but for a rim as
// wide as the ground below a creature's feet.
#[test]
fn the_player_sees_as_far_down_as_up() {
    const RIM: i16 = 1;
    for size in SIZES {
        with_frame(size, |frame| {
            let (area, shown) = (hud::map_area(frame), hud::shown_area(frame));
            let player = area.y + area.height / 2 - TILE / 2;
            assert!(player - 3 * TILE >= shown.y, "{size:?}");
            assert!(player + 4 * TILE <= shown.y + shown.height + RIM, "{size:?}");
            // A description, on top or at the foot, covers the player at no size.
            let window = description::height_max(frame);
            assert!(hud::bar_height(frame) + window <= player, "{size:?}");
            assert!(player + TILE <= Area::of(frame).height - window, "{size:?}");
        });
    }
}

// H2: an arrow at the lower edge of the map points to an enemy that the log would cover.
#[test]
fn an_arrow_points_below_the_log() {
    for size in SIZES {
        let below = with_frame(size, |frame| {
            let (area, shown) = (hud::map_area(frame), hud::shown_area(frame));
            let player = area.y + area.height / 2 - TILE / 2;
            let middle = |rows: i16| player + TILE / 2 + rows * TILE;
            (1..).find(|&rows| middle(rows) >= shown.y + shown.height).expect("the frame ends")
        });
        for (rows, is_below) in [(below - 1, false), (below, true)] {
            let gap = "#.#\n".repeat(usize::from(rows.unsigned_abs()) - 1);
            let text = format!("###\n#@#\n{gap}#m#\n###");
            let mut driver = AppDriver::in_lobby(shifted(3));
            driver.app.watch(Scenario::new(&text).game());
            let arrow = seen(&driver, size, |frame| {
                let places =
                    [Colour::BAD, Colour::SILVER].map(|colour| ocr::find(frame, "↓", colour));
                places.into_iter().flatten().next().map(|(_, y)| y.cast_signed())
            });
            assert_eq!(arrow.is_some(), is_below, "{rows} rows at {size:?}");
            let top = with_frame(size, |frame| log_strip::area(frame).y);
            assert!(
                arrow.is_none_or(|y| y + with_frame(size, |frame| frame.text_height()) < top),
                "{arrow:?} at {size:?}"
            );
        }
    }
}

// H2: the log stays readable in grey when it is old, and the number of what a turn said besides is
// within its rows.
#[test]
fn the_log_keeps_the_last_words() {
    let mut driver = AppDriver::in_lobby(shifted(3));
    driver.app.watch(Scenario::new("#@/..#").play(&[Walk(Direction::East)]).game);
    driver.app.watch(Scenario::new("#@/..#").game());
    driver.play(Walk(Direction::East));
    let said = driver.app.messages().iter().next_back().expect("picking up is told").clone();
    for (ticks, colour) in [(0, None), (300, Some(Colour::GREY))] {
        driver.wait(ticks);
        for size in SIZES {
            let colour = colour
                .unwrap_or_else(|| musrex_core::view::widgets::tone_colour(said.message.tone));
            let is_said = seen(&driver, size, |frame| says(frame, &said.message.text, colour));
            assert!(is_said, "{} after {ticks} ticks at {size:?}", said.message.text);
        }
    }
    driver.app.watch(crowd());
    let mut counts = 0;
    for _ in 0..20 {
        driver.play(Wait);
        for size in SIZES {
            seen(&driver, size, |frame| {
                let top = log_strip::area(frame).y.cast_unsigned();
                let place = |count: usize| ocr::find(frame, &format!("+{count}"), Colour::SILVER);
                for (_, y) in (1..12).filter_map(place) {
                    assert!(y > top, "{size:?}");
                    counts += 1;
                }
            });
        }
    }
    assert!(counts > 0, "the crowd is never busy");
}

/// A message log with an answer of these tones, in order.
fn answer(tones: &[Tone]) -> MessageLog {
    let mut log = MessageLog::new();
    log.push(Message { tone: Tone::Good, text: line("before") }, Turn(1));
    log.ask();
    for (index, &tone) in tones.iter().enumerate() {
        log.push(Message { tone, text: line(&index.to_string()) }, Turn(2));
    }
    log
}

fn line(words: &str) -> text::Sentence {
    text::Sentence::try_from(words).expect("a short line")
}

// H2: gains and warnings are never behind the number of further lines; the pages together show every line
// once, in order.
#[test]
fn the_log_shows_what_matters_first() {
    use Tone::{Bad, Good, Normal, Warning};
    let cases: [&[Tone]; 5] = [
        &[Good, Normal, Normal, Normal],
        &[Normal, Warning, Bad, Bad, Normal, Good, Normal],
        &[Bad, Normal, Normal],
        &[Normal; 9],
        &[Good; 5],
    ];
    for (size, tones) in SIZES.into_iter().flat_map(|size| cases.map(|tones| (size, tones))) {
        let log = answer(tones);
        with_frame(size, |frame| {
            let shown = |page: usize| -> Vec<usize> {
                let entries = log_strip::messages(frame, &log, page);
                let lines = entries.iter().rev();
                lines.filter_map(|entry| entry.message.text.parse().ok()).collect()
            };
            let first = shown(0);
            assert!(first.is_sorted());
            let least = first.iter().map(|&line| tones[line].importance()).min();
            let hidden = (0..tones.len()).filter(|line| !first.contains(line));
            let greatest = hidden.map(|line| tones[line].importance()).max();
            assert!(greatest <= least, "{tones:?} at {size:?} shows {first:?}");
            let pages: Vec<usize> = (0..log_strip::pages(frame, &log)).flat_map(shown).collect();
            assert!(pages[first.len()..].is_sorted());
            let mut all = pages.clone();
            all.sort_unstable();
            assert_eq!(all, (0..tones.len()).collect::<Vec<_>>(), "{tones:?} at {size:?}");
        });
    }
    // A short answer leaves room for what was said before.
    with_frame(SIZES[0], |frame| {
        let log = answer(&[Normal]);
        let shown = log_strip::messages(frame, &log, 0);
        assert_eq!(shown.last().map(|entry| entry.message.text.as_str()), Some("before"));
    });
}

// H2: the pages follow by themselves while nothing is pressed, and the first comes back.
#[test]
fn the_log_turns_its_pages() {
    let mut driver = AppDriver::in_lobby(shifted(3));
    driver.app.watch(crowd());
    for _ in 0..20 {
        driver.play(Wait);
        if driver.app.messages().answers() > 2 {
            break;
        }
    }
    let answers = driver.app.messages().answers();
    assert!(answers > 2, "the crowd is never busy");
    let entries = driver.app.messages().iter().rev().take(answers);
    let lines: Vec<String> = entries.map(|entry| entry.message.text.to_string()).collect();
    let mut unread: Vec<&String> = lines.iter().collect();
    for _ in 0..90 * answers.div_ceil(2) / 10 {
        seen(&driver, SIZES[0], |frame| {
            let colours = [Colour::WHITE, Colour::GOOD, Colour::BAD, Colour::WARNING, Colour::GREY];
            unread.retain(|line| !colours.into_iter().any(|colour| says(frame, line, colour)));
        });
        driver.wait(10);
    }
    assert!(unread.is_empty(), "{unread:?} of {lines:?}");
}

// H2: a pointer held on the map walks there; on the bar or the log, which cover the map, it asks for
// nothing.
#[test]
fn a_pointer_on_the_log_walks_nowhere() {
    let column = "#.#\n".repeat(9);
    let game = Scenario::new(&format!("###\n{column}#@#\n{column}###")).game();
    let start = game.player().body.pos;
    for (y, is_walk) in [(5, false), (20, true), (120, true), (145, false), (159, false)] {
        let mut driver = AppDriver::in_lobby(shifted(3));
        driver.app.watch(game.clone());
        for _ in 0..30 {
            with_frame(SIZES[0], |frame| driver.app.draw(frame));
            let pointer = Some(Pointer { x: 120, y, is_held: true });
            driver.app.tick(Input { buttons: Buttons::NONE, pointer });
        }
        assert_eq!(driver.app.game().player().body.pos != start, is_walk, "row {y}");
    }
}

/// The counts of the lessons in the log: walking, looking, exploring.
fn lessons(driver: &AppDriver) -> [usize; 3] {
    [": walk.", ": look around.", ": explore."].map(|words| said(driver, words))
}

/// Counts the messages with these words.
fn said(driver: &AppDriver, words: &str) -> usize {
    driver.app.messages().iter().filter(|entry| entry.message.text.contains(words)).count()
}

// H9: the first run teaches walking, exploring and looking, each when it is due, and once.
#[test]
fn the_first_run_teaches() {
    let mut driver = AppDriver::in_lobby(shifted(5));
    assert_eq!(lessons(&driver), [1, 0, 0]);
    driver.walk(Direction::North);
    driver.wait(20);
    // Nothing is in sight that is worth a look.
    assert_eq!(lessons(&driver), [1, 0, 0]);
    driver.walk(Direction::North);
    driver.wait(20);
    driver.skip_floor_change();
    assert_eq!(driver.app.game().floor().number(), 1);
    let mut bot = PolicyBot::new(Policy::Meek, shifted(5));
    let is_worth_a_look = |app: &App| {
        let (game, visible) = (app.game(), app.game().visible());
        visible_enemies(game, &visible).next().is_some()
            || game.current_floor().items.iter().any(|it| visible.contains(it.pos))
    };
    assert!(driver.play_until(&mut bot, 400, is_worth_a_look));
    driver.tap(Button::A);
    driver.tap(Button::A);
    assert_eq!(lessons(&driver), [1, 1, 1]);
    assert!(driver.play_until(&mut bot, 100, |app| app.game().turn().0 > 60));
    assert_eq!(lessons(&driver), [1, 1, 1]);
}

// H9, N2: the first mouse that comes up the stairs explains itself, and the first item and the first flask
// say where they are.
#[test]
fn lessons_come_by_need() {
    let has = |app: &App, words: &str| {
        app.messages().iter().any(|entry| entry.message.text.contains(words))
    };
    let (mut packs, mut hunters) = (0, 0);
    for seed in (0..12).map(shifted) {
        let mut driver = AppDriver::in_lobby(seed);
        let mut bot = PolicyBot::new(Policy::Meek, seed);
        let is_over = |app: &App| !app.scores().rows().is_empty();
        let meets = |app: &App| has(app, "Picked up") || is_over(app);
        driver.play_until(&mut bot, 300, meets);
        if has(&driver.app, "Picked up") && !is_over(&driver.app) {
            packs += usize::from(has(&driver.app, ", Pack: "));
        }
        let mut driver = AppDriver::in_lobby(seed);
        let mut bot = PolicyBot::new(Policy::Meek, seed);
        driver.play_until(&mut bot, 300, |app| has(app, "comes up the stairs") || is_over(app));
        if has(&driver.app, "comes up the stairs") && !is_over(&driver.app) {
            assert_eq!(said(&driver, "The longer you stay"), 1);
            hunters += 1;
        }
    }
    assert!(packs > 2 && hunters > 0, "{packs} packs, {hunters} hunters");
}

// H9: a lesson ends exploring, and stays in the log until the next press; the stairs beside the player are
// taught on the first floor.
#[test]
fn exploring_stops_at_a_lesson() {
    let texts: Vec<_> = Lesson::ALL
        .map(|lesson| text::lesson(lesson, &InputScheme::BUTTONS).text.to_string())
        .into_iter()
        .collect();
    let mut given = vec![0; texts.len()];
    for seed in (0..8).map(shifted) {
        let mut driver = AppDriver::in_lobby(seed);
        let count = |driver: &AppDriver, text: &String| said(driver, text);
        for _ in 0..40 {
            let before: Vec<_> = texts.iter().map(|text| count(&driver, text)).collect();
            driver.hold(Buttons::NONE.with(Button::L).with(Button::R), 2);
            let is_new = |driver: &AppDriver| {
                (0..texts.len()).find(|&at| count(driver, &texts[at]) > before[at])
            };
            let new = (0..300).find_map(|_| {
                driver.wait(1);
                is_new(&driver)
            });
            let Some(new) = new else { continue };
            given[new] += 1;
            driver.skip_floor_change();
            let turn = driver.app.game().turn();
            driver.wait(60);
            assert_eq!(driver.app.game().turn(), turn, "{}", texts[new]);
            with_frame(SIZES[0], |frame| {
                let shown = log_strip::messages(frame, driver.app.messages(), 0);
                let texts_shown: Vec<_> = shown.iter().map(|entry| &*entry.message.text).collect();
                assert!(texts_shown.contains(&texts[new].as_str()), "{texts_shown:?}");
            });
        }
    }
    let count = |lesson: Lesson| given[lesson as usize];
    assert_eq!(count(Lesson::Stairs), 8);
    assert!(count(Lesson::Look) > 0 && count(Lesson::Pack) > 0, "{given:?}");
}

// N4, H9: one press explores the lobby and climbs; who explores needs no lesson in it.
#[test]
fn exploring_in_the_lobby_climbs() {
    let mut driver = AppDriver::in_lobby(shifted(5));
    driver.hold(Buttons::NONE.with(Button::L).with(Button::R), 2);
    driver.wait(120);
    assert_eq!(driver.app.game().floor().number(), 1);
    assert_eq!(lessons(&driver)[2], 0);
    let explored = |driver: &AppDriver| {
        driver.app.messages().iter().any(|entry| entry.message.text.contains("explored"))
    };
    assert!(!explored(&driver));
}

// H9: a run after the first teaches nothing.
#[test]
fn a_later_run_teaches_nothing() {
    let mut driver = AppDriver::at_a_busy_death(shifted(5));
    for _ in 0..8 {
        driver.tap(Button::A);
        driver.wait(60);
        if driver.app.screen() == ScreenName::Play {
            break;
        }
    }
    assert_eq!(driver.app.screen(), ScreenName::Play);
    assert_eq!(driver.app.game().turn().0, 0);
    driver.walk(Direction::North);
    driver.wait(20);
    driver.walk(Direction::North);
    assert_eq!(lessons(&driver), [0; 3]);
}
