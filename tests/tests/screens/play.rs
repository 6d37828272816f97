//! Checks that text on the play screen covers nothing important: numbers over the map (A9) and the log (H2).

use musrex_core::Command::{Wait, Walk};
use musrex_core::Direction;
use musrex_core::app::ScreenName;
use musrex_core::content::ItemKind;
use musrex_core::content::{MonsterKind, Status};
use musrex_core::geometry::Pos;
use musrex_core::input::{Button, Buttons, Input, Pointer};
use musrex_core::quantity::{Damage, Hp, Turn};
use musrex_core::raster::{Colour, Frame, TextSize};
use musrex_core::rules::{Actor, Event, Events};
use musrex_core::view::animation::{Animation, Effect};
use musrex_core::view::autotile::AutotileCache;
use musrex_core::view::map_view::{MapView, TILE};
use musrex_core::view::message_log::{MessageLog, Precedence};
use musrex_core::view::text::{self, Message, Tone};
use musrex_core::view::widgets::Area;
use musrex_core::view::{description, hud, log_strip};
use musrex_core::world::{Cause, Game};
use musrex_testkit::Scenario;
use musrex_testkit::app_driver::AppDriver;
use musrex_testkit::ocr::{self, SIZES, Size, says};
use musrex_testkit::seeds::shifted;
use std::collections::BTreeSet;

/// Passes an empty frame of this size to `look`.
fn with_frame<T>((width, height, text): Size, look: impl FnOnce(&mut Frame<'_>) -> T) -> T {
    let mut words = ocr::words(width, height);
    let mut frame = Frame::new(width, height, &mut words).expect("the words are enough");
    frame.set_text_size(text);
    look(&mut frame)
}

/// Draws the screen on a frame of this size, and passes the frame to `look`.
fn seen<T>(driver: &AppDriver, size: Size, look: impl FnOnce(&Frame<'_>) -> T) -> T {
    with_frame(size, |frame| {
        let mut app = driver.app.clone();
        app.settings_mut().set_large_text(size.2 == TextSize::Large);
        assert!(app.draw(frame), "a frame of another size is drawn");
        look(frame)
    })
}

/// Returns the pixels of the rows of an area.
fn rows(frame: &Frame<'_>, area: Area) -> Vec<u8> {
    let [first, count] = [area.y, area.height].map(|rows| usize::from(rows.unsigned_abs()));
    let line = usize::from(frame.width());
    frame.pixels()[first * line..(first + count) * line].to_vec()
}

/// Returns a game with a crowd around the player, in a room that is wider than the frame.
fn crowd() -> Game {
    let wall = "#".repeat(19);
    let empty = format!("#{}#\n", ".".repeat(17)).repeat(4);
    let text = format!(
        "{wall}\n{empty}#.......mmm.......#\n#.......m@m.......#\n#.......mmm.......#\n{empty}{wall}"
    );
    Scenario::new(&text).hp(500).game()
}

const MOUSE: Actor = Actor::Monster(MonsterKind::MicroMouse);

/// Returns the animation of these events.
fn animated(events: impl IntoIterator<Item = Event>) -> Animation {
    let mut all = Events::new();
    events.into_iter().for_each(|event| all.push(event));
    Animation::new(&all, 6, Hp(500))
}

/// Asserts, at every tick, that all numbers are inside the frame, and that no two of them overlap.
fn assert_apart(game: &Game, mut animation: Animation, size: Size) {
    let visible = game.visible();
    while animation.is_running() {
        let (area, room) = with_frame(size, |frame| {
            (hud::map_area(frame.shape()), hud::shown_area(frame.shape()))
        });
        // The frame shows the total damage to a creature as one number.
        let said = animation.running().filter_map(|(effect, ..)| match effect {
            Effect::DamageNumber { at, is_players, .. } => Some((at, false, is_players)),
            Effect::Squeak(at) => Some((at, true, false)),
            _ => None,
        });
        let count = said.collect::<BTreeSet<_>>().len();
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

/// Returns the player's tile and the eight adjacent tiles.
fn block(game: &Game) -> Vec<Pos> {
    let middle = game.player().body.pos;
    let around = Direction::ALL.into_iter().filter_map(|direction| middle.step(direction));
    core::iter::once(middle).chain(around).collect()
}

// A9: with many hits on one creature and on its neighbours, all numbers are readable.
#[test]
fn no_two_numbers_overlap() {
    let game = crowd();
    let player = game.player().body.pos;
    let block = block(&game);
    for size in SIZES {
        for damage in [0, 7, 23, 888, 12_345] {
            // The blows come one by one.
            let blows = block[1..].iter().map(|&from| struck(from, player, damage, Actor::Player));
            assert_apart(&game, animated(blows), size);
            // The burns come all at once.
            let burns = block.iter().map(|&at| burned(at, damage, MOUSE));
            assert_apart(&game, animated(burns), size);
            // The blows and burns come together, with squeaks.
            let blows = block[1..].iter().map(|&from| struck(from, player, damage, Actor::Player));
            let burns = block.iter().map(|&at| burned(at, damage, MOUSE));
            let kind = MonsterKind::MicroMouse;
            let squeaks = block[1..3].iter().map(|&at| Event::Squeaked { kind, at });
            assert_apart(&game, animated(blows.chain(burns).chain(squeaks)), size);
        }
    }
}

// A9: even at the edges of the frame, numbers do not overlap, and stay inside the frame.
#[test]
fn numbers_stay_on_the_frame() {
    let game = crowd();
    let player = game.player().body.pos;
    for size in SIZES {
        let above = with_frame(size, |frame| hud::map_area(frame.shape()).height / TILE / 2);
        let above = i8::try_from(above).expect("a frame has few tiles").min(4);
        let corners = [(-7, -above), (-7, 3), (7, -above), (7, 3)];
        let corners = corners.map(|(dx, dy)| player.offset(dx, dy).expect("it is on the map"));
        let burns =
            corners.iter().flat_map(|&at| [0, 123, 4567].map(|points| burned(at, points, MOUSE)));
        assert_apart(&game, animated(burns), size);
    }
}

// A9: if a blow does no damage, a 0 floats over the player, or the word "miss" over any other creature.
#[test]
fn a_missed_blow_says_who_was_missed() {
    let game = crowd();
    let visible = game.visible();
    let mut autotiles = AutotileCache::EMPTY;
    autotiles.update(&game);
    let [player, mouse] = [block(&game)[0], block(&game)[1]];
    // There is no creature on this tile, so only letters can have the colours for which the test looks.
    let at = player.offset(4, 0).expect("it is on the map");
    let words = |event: Event| {
        let animation = animated([event]);
        let area = Area { x: 0, y: 0, width: 240, height: 160 };
        let view =
            MapView { game: &game, visible: &visible, animation: &animation, clock: 0, area };
        ocr::drawn(
            |frame| view.draw(frame, &autotiles),
            |frame| {
                [("miss", Colour::ICE), ("miss", Colour::SILVER)]
                    .map(|(word, colour)| says(frame, word, colour))
            },
        )
    };
    assert_eq!(words(struck(mouse, at, 0, Actor::Player)), [true, false]);
    assert_eq!(words(struck(player, at, 0, MOUSE)), [false, true]);
}

// A9: for many blows on one creature, the frame shows a single number. It grows with each blow, is readable as long as
// it floats, and never jumps.
#[test]
fn blows_on_one_creature_add_up() {
    /// The number of ticks between two blows.
    const OVERLAP: usize = 6;
    let game = crowd();
    let mut autotiles = AutotileCache::EMPTY;
    autotiles.update(&game);
    let visible = game.visible();
    // There is no creature on this tile, so only letters can have the colours for which the test looks.
    let at = game.player().body.pos.offset(4, 0).expect("it is on the map");
    let points = [0, 41, 0, 7, 60, 0, 2, 5];
    let froms = block(&game).into_iter().skip(1);
    let blows = points.into_iter().zip(froms);
    let mut animation =
        animated(blows.map(|(points, from)| struck(from, at, points, Actor::Player)));
    let (mut before, mut tick) = (None, 0);
    while animation.is_running() {
        let area = Area { x: 0, y: 0, width: 240, height: 160 };
        let view =
            MapView { game: &game, visible: &visible, animation: &animation, clock: 0, area };
        let landed = tick / OVERLAP + 1;
        let sum: u16 = points.iter().take(landed).sum();
        let (words, colour) = match sum {
            0 => ("miss".to_owned(), Colour::ICE),
            sum => (sum.to_string(), Colour::BAD),
        };
        let now = ocr::drawn(
            |frame| view.draw(frame, &autotiles),
            |frame| ocr::find(frame, &words, colour),
        );
        let (x, y) = now.unwrap_or_else(|| panic!("{words:?} is not read at tick {tick}"));
        let x = x + Frame::text_width(&words).unsigned_abs() / 2;
        if let Some((last_x, last_y)) = before.replace((x, y)) {
            // The middle of the number moves by at most the width of a digit.
            assert!(x.abs_diff(last_x) <= 8 && last_y - y <= 1, "it jumps at tick {tick}");
        }
        animation.advance();
        tick += 1;
    }
    assert_eq!(tick, (points.len() - 1) * OVERLAP + 20);
}

// A9: the text about one creature does not cover a creature above or beside it if there is a free side.
#[test]
fn words_leave_neighbours_readable() {
    let covers = |text: &str, points: u16| -> [bool; 4] {
        let game = Scenario::new(text).game();
        let (visible, at) = (game.visible(), game.player().body.pos);
        let from = game.current_floor().monsters[0].body.pos;
        let mut animation = animated([struck(from, at, points, Actor::Player)]);
        let mut covered = [false; 4];
        while animation.is_running() {
            let area = Area { x: 0, y: 0, width: 240, height: 160 };
            let view =
                MapView { game: &game, visible: &visible, animation: &animation, clock: 0, area };
            let words = with_frame(SIZES[0], |frame| view.floating_words(frame, area));
            let (x, y) = view.to_screen(at);
            for word in words.iter().map(|word| word.area) {
                let head = word.y < y + 7;
                let now = [word.y < y, word.x < x, word.x + word.width > x + 16, head];
                covered = core::array::from_fn(|side| covered[side] || now[side]);
            }
            animation.advance();
        }
        covered
    };
    for points in [0, 7] {
        let above = covers("#####\n#.m.#\n#.@.#\n#...#\n#####", points);
        assert!(!above[3], "{points} covers the head");
        assert!(!covers("#####\n#.m.#\n#.@.#\n#.m.#\n#####", points)[0], "{points} covers above");
        assert!(!covers("#####\n#.m.#\n#.@.#\n#...#\n#####", points)[0], "{points} covers above");
        assert!(covers("#####\n#...#\n#.@.#\n#.m.#\n#####", points)[0], "{points} rises");
        assert!(!covers("#####\n#...#\n#m@.#\n#...#\n#####", points)[1], "{points} covers left");
        assert!(!covers("#####\n#...#\n#.@m#\n#...#\n#####", points)[2], "{points} covers right");
    }
}

// I10: the sign of an ally or of any other creature does not cover a player on the tile above.
#[test]
fn no_mark_covers_the_player() {
    let tile_of_player = |text: &str, is_ally: bool| {
        let scene = Scenario::new(text).changed(|floor| {
            floor.monsters.iter_mut().for_each(|monster| monster.is_ally = is_ally);
        });
        let (game, mut autotiles) = (scene.game(), AutotileCache::EMPTY);
        autotiles.update(&game);
        let visible = game.visible();
        let area = Area { x: 0, y: 0, width: 240, height: 160 };
        (0..64).step_by(8).map(move |clock| {
            let animation = &Animation::NONE;
            let view = MapView { game: &game, visible: &visible, animation, clock, area };
            ocr::drawn(
                |frame| view.draw(frame, &autotiles),
                |frame| {
                    let rows =
                        (72..88).flat_map(|row| frame.pixels()[row * 240 + 112..][..16].to_vec());
                    rows.collect::<Vec<u8>>()
                },
            )
        })
    };
    let alone = "#####\n#.@.#\n#...#\n#####";
    for (text, is_ally) in
        [("#####\n#.@.#\n#.m.#\n#####", true), ("#####\n#.@.#\n#.z.#\n#####", false)]
    {
        for (with, without) in tile_of_player(text, is_ally).zip(tile_of_player(alone, false)) {
            assert!(with == without, "something covers her above {text}");
        }
    }
}

// E14: statuses are drawn on plates inside the frame, so that they are readable on any ground.
#[test]
fn statuses_are_read_on_any_ground() {
    let scene = Scenario::new("#######\n#..@..#\n#######").hp(20);
    let scene = Status::ALL.into_iter().fold(scene, |scene, status| scene.status(status, 14));
    let game = scene.game();
    for size in SIZES {
        with_frame(size, |frame| {
            frame.clear(Colour::WHITE);
            hud::draw_bar(frame, &game, "Start");
            let width = usize::from(frame.width());
            for status in Status::ALL {
                let label = format!("{} 14", text::status_label(status));
                // Helpful statuses have the colour of good news.
                let colour = match status {
                    Status::Regrowing | Status::Steady | Status::Immune | Status::Soothed => {
                        Colour::GOOD
                    }
                    _ => Colour::WARNING,
                };
                let place = ocr::find(frame, &label, colour);
                let (x, y) = place.unwrap_or_else(|| panic!("{label:?} is not read at {size:?}"));
                let across = usize::from(frame.width_of(&label).unsigned_abs());
                for row in usize::from(y) - 1..usize::from(y) + 8 {
                    let pixels = &frame.pixels()[row * width + usize::from(x) - 1..][..across + 2];
                    assert!(!pixels.contains(&Colour::WHITE.0), "{label:?} at {size:?}");
                }
            }
        });
    }
}

// H2: the log covers the same rows with and without messages, and the map above it stays the same.
#[test]
fn messages_hide_nothing_of_the_map() {
    let room = "#######\n#.....#\n#..@..#\n#.....#\n#######";
    let mut silent = AppDriver::in_lobby(shifted(3));
    silent.app.watch(Scenario::new(room).game());
    let mut driver = silent.clone();
    // Nothing is left to explore, which a message reports.
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
                let (map, log) = (hud::shown_area(frame.shape()), log_strip::area(frame.shape()));
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

// H2: three rows of tiles below the player's row and three above it are completely visible, except for a rim as high as
// the ground below a creature's feet.
#[test]
fn the_player_sees_as_far_down_as_up() {
    const RIM: i16 = 1;
    for size in SIZES {
        with_frame(size, |frame| {
            let (area, shown) = (hud::map_area(frame.shape()), hud::shown_area(frame.shape()));
            let player = area.y + area.height / 2 - TILE / 2;
            assert!(player - 3 * TILE >= shown.y, "{size:?}");
            assert!(player + 4 * TILE <= shown.y + shown.height + RIM, "{size:?}");
            // At any size, a description at the top or at the bottom does not cover the player.
            let window = description::height_max(frame.shape());
            assert!(hud::bar_height(frame.shape()) + window <= player, "{size:?}");
            assert!(player + TILE <= Area::of(frame).height - window, "{size:?}");
        });
    }
}

// H2: if the log would cover an enemy, an arrow at the lower edge of the map points to it.
#[test]
fn an_arrow_points_below_the_log() {
    for size in SIZES {
        let below = with_frame(size, |frame| {
            let (area, shown) = (hud::map_area(frame.shape()), hud::shown_area(frame.shape()));
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
                let (x, y) = places.into_iter().flatten().next()?;
                // The arrow is drawn on a plate, and not among the creatures.
                let left = usize::from(y) * usize::from(frame.width()) + usize::from(x) - 1;
                assert_eq!(frame.pixels()[left], Colour::INK.0, "{size:?}");
                Some(y.cast_signed())
            });
            assert_eq!(arrow.is_some(), is_below, "{rows} rows at {size:?}");
            let top = with_frame(size, |frame| log_strip::area(frame.shape()).y);
            assert!(
                arrow.is_none_or(|y| y + with_frame(size, |frame| frame.text_height()) < top),
                "{arrow:?} at {size:?}"
            );
        }
    }
}

// H2: the lines of the log keep their colours for some turns, and then stay readable in grey. The number of further
// messages of the turn is shown within the log's rows.
#[test]
fn the_log_keeps_the_last_words() {
    let mut driver = AppDriver::in_lobby(shifted(3));
    driver.app.watch(Scenario::new("#@/..#").play(&[Walk(Direction::East)]).game);
    driver.app.watch(Scenario::new("#@/.......#").wears(ItemKind::Mop).game());
    driver.play(Walk(Direction::East));
    let said = driver.app.messages().iter().next_back().expect("picking up is told").clone();
    for (turns, ticks, colour) in [(0, 600, None), (4, 0, Some(Colour::GREY))] {
        (0..turns).for_each(|_| driver.play(Walk(Direction::East)));
        driver.wait(ticks);
        for size in SIZES {
            let colour = colour
                .unwrap_or_else(|| musrex_core::view::widgets::tone_colour(said.message.tone));
            let is_said = seen(&driver, size, |frame| says(frame, &said.message.text, colour));
            assert!(is_said, "{} after {turns} turns at {size:?}", said.message.text);
        }
    }
    driver.app.watch(crowd());
    let mut counts = 0;
    for _ in 0..20 {
        driver.play(Wait);
        for size in SIZES {
            seen(&driver, size, |frame| {
                let top = log_strip::area(frame.shape()).y.cast_unsigned();
                let place =
                    |count: usize| ocr::find(frame, &format!("log +{count}"), Colour::SILVER);
                for (_, y) in (1..12).filter_map(place) {
                    assert!(y > top, "{size:?}");
                    counts += 1;
                }
            });
        }
    }
    assert!(counts > 0, "the crowd is never busy");
}

/// Returns a message log with one group of lines in these tones, in order.
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

// H2: good news and warnings are always visible, and never among the hidden further lines. The pages together show
// every line in order, and no page shows only a single line.
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
            let numbers = 0..log_strip::pages(frame, &log);
            assert!(numbers.clone().all(|page| shown(page).len() == first.len()), "a line alone");
            assert!(numbers.clone().all(|page| shown(page).is_sorted()));
            assert!(numbers.clone().skip(1).map(shown).is_sorted());
            let pages: Vec<usize> = numbers.flat_map(shown).collect();
            let mut all = pages.clone();
            all.sort_unstable();
            all.dedup();
            assert_eq!(all, (0..tones.len()).collect::<Vec<_>>(), "{tones:?} at {size:?}");
        });
    }
    // Among equally important lines, the first page shows those that come first in the turn, so that the pages follow
    // the order of events. If there are lines of several turns, the last turn comes first.
    with_frame(SIZES[0], |frame| {
        let shown = |log: &MessageLog| -> Vec<String> {
            let entries = log_strip::messages(frame, log, 0);
            entries.iter().rev().map(|entry| entry.message.text.to_string()).collect()
        };
        let mut log = answer(&[Normal; 5]);
        assert_eq!(shown(&log), ["0", "1"]);
        for words in ["later", "last"] {
            log.push(Message { tone: Normal, text: line(words) }, Turn(3));
        }
        assert_eq!(shown(&log), ["later", "last"]);
    });
    // A lesson comes before all other lines.
    with_frame(SIZES[0], |frame| {
        let mut log = answer(&[Good; 4]);
        let lesson = Message { tone: Good, text: line("lesson") };
        log.push_ranked(lesson, Turn(2), Precedence::First);
        let shown = log_strip::messages(frame, &log, 0);
        let words: Vec<&str> = shown.iter().rev().map(|it| it.message.text.as_str()).collect();
        assert_eq!(words, ["0", "lesson"]);
    });
    // A small group of lines leaves room for earlier messages.
    with_frame(SIZES[0], |frame| {
        let log = answer(&[Normal]);
        let shown = log_strip::messages(frame, &log, 0);
        assert_eq!(shown.last().map(|entry| entry.message.text.as_str()), Some("before"));
    });
}

// H2, I10: the end of the ally is shown before everything else, even before a lesson and the result of a blow.
#[test]
fn the_log_shows_a_lost_ally_before_all_else() {
    with_frame(SIZES[0], |frame| {
        let mut log = answer(&[Tone::Good; 4]);
        let message = |words| Message { tone: Tone::Bad, text: line(words) };
        for words in ["blow", "lesson"] {
            log.push_ranked(message(words), Turn(2), Precedence::First);
        }
        log.push_ranked(message("ally"), Turn(2), Precedence::Foremost);
        let shown = log_strip::messages(frame, &log, 0);
        let words: Vec<&str> = shown.iter().rev().map(|it| it.message.text.as_str()).collect();
        assert_eq!(words, ["blow", "ally"]);
    });
}

// H2: the pages turn automatically while no button is pressed, and the first page returns after the last.
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

// H2: holding the pointer on the map walks there. Holding it on the bar or the log, which cover the map, has no effect.
#[test]
fn a_pointer_on_the_log_walks_nowhere() {
    let column = "#.#\n".repeat(9);
    let game = Scenario::new(&format!("###\n{column}#@#\n{column}###")).game();
    let start = game.player().body.pos;
    for (y, is_walk) in [(5, false), (20, true), (120, true), (145, false), (159, false)] {
        let mut driver = AppDriver::in_lobby(shifted(3));
        driver.app.watch(game.clone());
        driver.app.resize(240, 160);
        for _ in 0..30 {
            let pointer = Some(Pointer { x: 120, y, is_held: true });
            driver.app.tick(Input { buttons: Buttons::NONE, pointer });
        }
        assert_eq!(driver.app.game().player().body.pos != start, is_walk, "row {y}");
    }
}
