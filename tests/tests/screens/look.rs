//! Checks that the look mode shows all its information, in any text size (H10, I5).

use musrex_core::app::ScreenName;
use musrex_core::content::{
    Bonus, Firmware, ItemKind, Label, MonsterKind, Slot, SpillKind, Status,
};
use musrex_core::controls::InputScheme;
use musrex_core::geometry::Pos;
use musrex_core::input::Button;
use musrex_core::quantity::Hp;
use musrex_core::raster::{Colour, Frame};
use musrex_core::view::animation::Animation;
use musrex_core::view::comparison::Comparison;
use musrex_core::view::description::Description;
use musrex_core::view::hud;
use musrex_core::view::map_view::{MapView, TILE};
use musrex_core::view::text;
use musrex_core::view::widgets::{Area, bar_height};
use musrex_core::world::{AiState, Aim, Game, GroundItem, Item, Monster, Spill, Squeak, Terrain};
use musrex_core::{Command, Direction};
use musrex_testkit::Scenario;
use musrex_testkit::app_driver::AppDriver;
use musrex_testkit::ocr::{self, SIZES, says};
use musrex_testkit::seeds::shifted;
use musrex_testkit::watched::{kinds, seen, turn, watch};
use musrex_testkit::words;

/// A drawing of a room with the player in the middle.
const ROOM: &str = "
    #################
    #...............#
    #...............#
    #...............#
    #.......@.......#
    #...............#
    #...............#
    #...............#
    #################";

/// The steps from the player to the tiles that the tests look at.
const STEPS: [(i8, i8); 5] = [(1, 0), (0, -1), (0, 1), (-6, -3), (6, 3)];

/// Asserts, at each frame size, that every line about the tile is completely readable, and that the window hides
/// neither the tile nor the adjacent player.
#[track_caller]
fn assert_told(game: &Game, at: Pos, what: &str) {
    let (visible, player) = (game.visible(), game.player().body.pos);
    for (width, height, text_size) in SIZES {
        let mut words = ocr::words(width, height);
        let mut frame = Frame::new(width, height, &mut words).expect("the words are enough");
        frame.set_text_size(text_size);
        frame.clear(Colour::TEAL);
        let animation = &Animation::NONE;
        let area = hud::area_with(frame.shape(), game, at);
        let view = MapView { game, visible: &visible, animation, clock: 0, area };
        let mut description = Description::of(&view, at);
        description.hint("A: throw Regrowth Potion");
        let area = description.area_beside(&frame, &view, at);
        let view = MapView { game, visible: &visible, animation, clock: 0, area };
        description.clone().draw(&mut frame, view.to_screen(at).1);
        let told: Vec<(&str, Colour)> = description.words().collect();
        for (line, colour) in told {
            assert!(says(&frame, line, colour), "{what}: {line:?} is not read at {width}×{height}");
        }
        let is_free = |pos: Pos| {
            let (x, y) = view.to_screen(pos);
            let row = |y: i16| usize::from(y.unsigned_abs()) * usize::from(width);
            let is_seen = |y: i16| {
                let x = usize::from(x.unsigned_abs());
                frame.pixels()[row(y) + x..][..16].iter().all(|&pixel| pixel == Colour::TEAL.0)
            };
            y >= bar_height(frame.shape()) && (y..y + TILE).all(is_seen)
        };
        assert!(is_free(at), "{what}: the tile is covered at {width}×{height}");
        let free_rows = frame.pixels().chunks(width.into());
        let free_rows =
            free_rows.filter(|row| row.iter().all(|&pixel| pixel == Colour::TEAL.0)).count();
        let span = usize::from(at.y().abs_diff(player.y()) + 1) * 16;
        let has_room = free_rows >= span + usize::from(bar_height(frame.shape()).unsigned_abs());
        assert!(!has_room || is_free(player), "{what}: she is covered at {width}×{height}");
    }
}

fn beside(game: &Game, (dx, dy): (i8, i8)) -> Pos {
    game.player().body.pos.offset(dx, dy).expect("it is in the room")
}

/// Returns changes that each put a monster into a different state. The look mode describes each state in its own words.
fn states() -> [fn(&mut Monster); 9] {
    [
        |monster| monster.ai_state = AiState::Asleep,
        |monster| monster.ai_state = AiState::Watching,
        |monster| monster.ai_state = AiState::Eating { turns: 5 },
        |monster| monster.is_ally = true,
        |monster| monster.squeak = Squeak::Due,
        |monster| monster.aim = Aim::Loading,
        |monster| monster.aim = Aim::At(monster.body.pos),
        |monster| monster.body.statuses.set(Status::Stunned, 3),
        |monster| {
            let statuses = [Status::Envenomed, Status::Steady, Status::Soothed];
            statuses.into_iter().for_each(|status| monster.body.statuses.set(status, 12));
        },
    ]
}

// H10: no line of a creature's description is dropped, whatever the creature does and wherever it is.
#[test]
fn every_creature_is_described_whole() {
    let kinds = MonsterKind::ALL;
    for (index, kind) in kinds.into_iter().enumerate() {
        for (number, state) in states().into_iter().enumerate() {
            let scene = Scenario::new(ROOM).floor(5).level(6).seed(7);
            let scene = scene.carries(ItemKind::OverrideChip);
            let step = STEPS[(index + number) % STEPS.len()];
            let at = beside(&scene.game(), step);
            let spill = SpillKind::ALL[(index + number) % SpillKind::ALL.len()];
            let scene = scene.changed(|floor| {
                let mut monster = Monster::new(kind, at, Hp(3));
                state(&mut monster);
                // A player with an ally is warned before taking a second one.
                let has_other = index % 2 == 0 && !monster.is_ally;
                floor.monsters.push(monster).expect("the room is empty");
                if has_other {
                    let mut ally = Monster::new(MonsterKind::NeoMouse, Pos::at(2, 8), Hp(9));
                    ally.is_ally = true;
                    floor.monsters.push(ally).expect("there is room for two");
                }
                let spill = Spill { pos: at, kind: spill, turns: 12, is_players: true };
                floor.spills.push(spill).expect("there is room for one");
            });
            assert_told(&scene.game(), at, &format!("{kind:?} {number}"));
        }
    }
}

// I12: for an adjacent enemy, the look mode states how many other enemies a blow at this enemy would strike. The number
// includes the enemies that the weapon reaches and the player sees, but not the ally.
#[test]
fn a_look_tells_whom_a_blow_strikes_besides() {
    let told = |scene: &Scenario, at: Pos| {
        let game = scene.game();
        let (visible, animation) = (game.visible(), &Animation::NONE);
        let area = Area { x: 0, y: 0, width: 240, height: 160 };
        let view = MapView { game: &game, visible: &visible, animation, clock: 0, area };
        let description = Description::of(&view, at);
        let line =
            description.words().find(|(words, _)| words.starts_with("Your attack also hits"));
        line.map(|(words, _)| words.to_string())
    };
    let scene = Scenario::new("#..m#\n#.@m#\n#..m#").monster_hp(9);
    let (east, north_east) = (Pos::at(4, 2), Pos::at(4, 1));
    let mop = scene.clone().wears(ItemKind::Mop);
    assert_eq!(told(&mop, east).as_deref(), Some("Your attack also hits 2 more"));
    assert_eq!(told(&mop, north_east).as_deref(), Some("Your attack also hits 1 more"));
    assert_eq!(told(&scene, east), None);
    assert_eq!(told(&scene.wears(ItemKind::Crowbar), east), None);
    let ally = mop.clone().changed(|floor| floor.monsters[0].is_ally = true);
    assert_eq!(told(&ally, east).as_deref(), Some("Your attack also hits 1 more"));
    assert_eq!(told(&ally, north_east), None, "the ally is not struck");
    let far = Scenario::new("#...m#\n#@..m#").wears(ItemKind::Mop);
    assert_eq!(told(&far, Pos::at(5, 2)), None, "a blow does not reach that far");
}

// D16, E14: the look mode states the name and the remaining turns of every status sign drawn over a monster, whether
// enemy or ally.
#[test]
fn every_status_of_a_monster_is_named() {
    for (is_ally, status) in [false, true].into_iter().flat_map(|it| Status::ALL.map(|of| (it, of)))
    {
        let scene = Scenario::new(ROOM);
        let at = beside(&scene.game(), (2, 0));
        let game = scene.changed(|floor| {
            let mut monster = Monster::new(MonsterKind::NeoMouse, at, Hp(9));
            monster.is_ally = is_ally;
            monster.body.statuses.set(status, 4);
            floor.monsters.push(monster).expect("the room is empty");
        });
        let game = game.game();
        let (visible, animation) = (game.visible(), &Animation::NONE);
        let area = Area { x: 0, y: 0, width: 240, height: 160 };
        let view = MapView { game: &game, visible: &visible, animation, clock: 0, area };
        let description = Description::of(&view, at);
        let name = format!("{} 4 turns: ", text::status_label(status));
        let is_told = description.words().any(|(line, _)| line.starts_with(&name));
        assert!(is_told, "{name:?}, ally: {is_ally}");
    }
}

// H10, I5: no line about an item is dropped, whether the item is on the ground or on a pedestal.
#[test]
fn every_item_is_described_whole() {
    for (index, item) in all_items().enumerate() {
        let scene = Scenario::new(ROOM).floor(5).level(18).seed(7);
        let at = beside(&scene.game(), STEPS[index % STEPS.len()]);
        for terrain in [Terrain::Ground, Terrain::Pedestal] {
            let scene = Scenario::new(ROOM).floor(5).level(18).seed(7).changed(|floor| {
                floor.map.set(at, terrain);
                let ground = GroundItem { pos: at, item: item.clone() };
                floor.items.push(ground).expect("there is room for one");
            });
            assert_told(&scene.game(), at, &format!("{:?} on {terrain:?}", item.kind));
        }
    }
}

// H10: no line is dropped about a tile of any terrain, or about a player with every status.
#[test]
fn every_place_is_described_whole() {
    let letters = ('!'..='~').filter_map(Terrain::from_letter);
    for (index, terrain) in letters.enumerate() {
        let scene = Scenario::new(ROOM).floor(5).seed(7);
        let at = beside(&scene.game(), STEPS[index % STEPS.len()]);
        let scene = scene.changed(|floor| floor.map.set(at, terrain));
        assert_told(&scene.game(), at, &format!("{terrain:?}"));
    }
    let all = Status::ALL.into_iter();
    let scene =
        all.fold(Scenario::new(ROOM).level(12).hp(9), |scene, status| scene.status(status, 14));
    let game = scene.game();
    assert_told(&game, game.player().body.pos, "the player");
}

// H10: long descriptions are also complete on the screen itself.
#[test]
fn a_long_description_is_read_whole_in_the_look_mode() {
    let scene = Scenario::new(ROOM).floor(5).level(6);
    let at = beside(&scene.game(), (0, -1));
    let scene = scene.changed(|floor| {
        let mut monster = Monster::new(MonsterKind::SpitMouse, at, Hp(3));
        monster.ai_state = AiState::Asleep;
        floor.monsters.push(monster).expect("the room is empty");
    });
    let mut driver = AppDriver::on_wide_frames(shifted(7));
    driver.tap(Button::A);
    driver.app.settings_mut().set_large_text(true);
    driver.app.watch(scene.game());
    driver.tap(Button::L);
    assert_eq!(driver.app.screen(), ScreenName::Look);
    let [looks, ability] =
        ["look", "ability"].map(|field| words::of("monster", MonsterKind::SpitMouse, field));
    let mut words = ocr::words(320, 180);
    let mut frame = Frame::new(320, 180, &mut words).expect("the words are enough");
    assert!(driver.app.draw(&mut frame));
    for (line, colour) in [
        (looks, Colour::SILVER),
        (ability, Colour::STRAW),
        (words::line("look.double"), Colour::ICE),
        (words::line("look.wake_ring"), Colour::ICE),
    ] {
        assert!(says(&frame, line, colour), "{line:?} is not read");
    }
}

// H2: no part of the map covers the bar, not even the ring around a sleeper at the top edge.
#[test]
fn the_ring_of_a_sleeper_stays_below_the_bar() {
    let room = format!("#####\n#.z.#\n{}#.@.#\n#####", "#...#\n".repeat(2));
    let mut driver = AppDriver::in_lobby(shifted(7));
    driver.app.watch(Scenario::new(&room).game());
    driver.wait(5);
    let bar = |driver: &AppDriver| {
        ocr::drawn(
            |frame| assert!(driver.app.clone().draw(frame)),
            |frame| {
                let rows = usize::from(bar_height(frame.shape()).unsigned_abs());
                let dots = frame.pixels()[rows * 240..].iter().filter(|&&it| it == Colour::ICE.0);
                (frame.pixels()[..rows * 240].to_vec(), dots.count())
            },
        )
    };
    let (before, dots) = bar(&driver);
    driver.tap(Button::L);
    assert_eq!(driver.app.screen(), ScreenName::Look);
    let (after, more_dots) = bar(&driver);
    assert!(more_dots > dots, "the ring is drawn");
    assert!(before == after, "the bar is as it was");
}

// W17: for a pedestal out of reach, no button is offered to take its item.
#[test]
fn what_is_out_of_reach_is_not_offered() {
    let mut driver = AppDriver::in_lobby(shifted(7));
    let vault = Scenario::new("#####\n#d.d#\n#@..#\n#####").floor(5).changed(|floor| {
        for pos in
            floor.map.positions_of(|terrain| terrain == Terrain::Pedestal).collect::<Vec<_>>()
        {
            let ground = GroundItem { pos, item: Item::new(ItemKind::OverrideChip) };
            floor.items.push(ground).expect("there is room for two");
        }
    });
    driver.app.watch(vault.game());
    driver.walk(Direction::North);
    assert_eq!(driver.app.screen(), ScreenName::Pedestal);
    let offers = |driver: &AppDriver| {
        let draw = |frame: &mut Frame<'_>| assert!(driver.app.clone().draw(frame));
        ocr::drawn(draw, |frame| {
            [": take", ": leave"].map(|words| says(frame, words, Colour::STRAW))
        })
    };
    assert_eq!(offers(&driver), [true, true]);
    driver.tap(Button::Right);
    assert_eq!(offers(&driver), [false, true]);
}

// I5: plus and minus signs do not shift digits: the numbers stay in the same position, whatever items are compared.
#[test]
fn signs_move_no_digits() {
    let attack = Bonus { attack_min: 1, attack_max: 4, ..Bonus::NONE };
    let game = Scenario::new("#@#").worn(Slot::Weapon, attack).game();
    let column = Area { x: 10, y: 10, width: 110, height: 40 };
    let between = |comparison: Comparison| {
        let draw = |frame: &mut Frame<'_>| comparison.draw(frame, column);
        ocr::drawn(draw, |frame| ocr::find(frame, "-", Colour::SILVER).expect("it is drawn"))
    };
    let plain = between(Comparison::none(&game));
    for (attack_min, attack_max) in [(1, 4), (2, 4), (1, 3), (2, 5), (0, 5)] {
        let bonus = Bonus { attack_min, attack_max, ..Bonus::NONE };
        let item = Item::with_bonus(ItemKind::Crowbar, bonus);
        let compared = Comparison::with(&game, &item).expect("it is worn");
        assert_eq!(between(compared), plain, "{bonus:?}");
    }
}

/// Draws the app with large text, and passes the frame to `look`.
fn large<T>(driver: &AppDriver, look: impl FnOnce(&Frame<'_>) -> T) -> T {
    let mut words = ocr::words(320, 180);
    let mut frame = Frame::new(320, 180, &mut words).expect("the words are enough");
    let mut app = driver.app.clone();
    app.settings_mut().set_large_text(true);
    assert!(app.draw(&mut frame));
    look(&frame)
}

/// Returns whether a frame shows the text `words` in any text colour.
fn is_read(frame: &Frame<'_>, words: &str) -> bool {
    Colour::TEXT_COLOURS.into_iter().any(|colour| says(frame, words, colour))
}

/// Iterates over an item of each kind, and over a chip with each firmware.
fn all_items() -> impl Iterator<Item = Item> {
    let chips = Firmware::ALL
        .into_iter()
        .map(|firmware| Item { firmware: Some(firmware), ..Item::new(ItemKind::Microchip) });
    ItemKind::ALL.into_iter().map(Item::new).chain(chips)
}

// A16: a look names an item or a fixture that was seen earlier, but no creature that is out of sight.
#[test]
fn a_look_names_an_item_out_of_sight() {
    let there = [Command::Walk(Direction::East); 4];
    let back = [Command::Walk(Direction::West); 4];
    for (letter, name) in [('/', "Crowbar"), ('<', "Stairs up"), ('z', "Ground")] {
        let text = format!("####{letter}.\n####..\n@.....");
        let scene = Scenario::new(&text).monster_status(Status::Stunned, 90);
        let run = scene.play(&there).play(&back);
        let (game, visible, at) = (&run.game, run.game.visible(), Pos::at(5, 1));
        assert!(game.current_floor().map.explored().contains(at) && !visible.contains(at));
        let area = Area { x: 0, y: 0, width: 240, height: 160 };
        let view = MapView { game, visible: &visible, animation: &Animation::NONE, clock: 0, area };
        let told = Description::of(&view, at);
        assert_eq!(told.words().next().map(|(words, _)| words), Some(name), "{letter}");
    }
}

// H10: the menu button opens the menu even from the look mode. L selects the ally before a nearer fixture.
#[test]
fn a_look_leads_to_the_menu_and_to_the_ally_first() {
    let scene = Scenario::new("#@.<.n#").floor(3).changed(|floor| floor.monsters[0].is_ally = true);
    let mut driver = AppDriver::in_lobby(shifted(7));
    driver.app.watch(scene.game());
    driver.tap(Button::L);
    assert_eq!(driver.app.target(), Some(Pos::at(6, 1)), "the ally, though it is farther");
    driver.tap(Button::L);
    assert_eq!(driver.app.target(), Some(Pos::at(4, 1)));
    driver.tap(Button::Start);
    assert_eq!(driver.app.screen(), ScreenName::Menu);
    driver.tap(Button::B);
    assert_eq!((driver.app.screen(), driver.app.game().turn().0), (ScreenName::Play, 0));
}

// H12: L visits these groups in order: marks and enemies; the ally and items; fixtures; spills; furniture; the player.
// Within a group, L visits the nearest first. After the last group, L starts again.
#[test]
fn a_look_goes_from_enemies_to_what_matters_less() {
    let text = "#########\n#..m....#\n#.@..n..#\n#..%....#\n#.<..o.c#\n#########";
    let mark = Pos::at(2, 4);
    let scene = Scenario::new(text).floor(3).changed(|floor| {
        floor.monsters[0].is_ally = true;
        floor.monsters[2].aim = Aim::At(mark);
        let spill = Spill { pos: Pos::at(2, 2), kind: SpillKind::Gas, turns: 9, is_players: true };
        floor.spills.push(spill).expect("there is room for one");
    });
    let mut driver = watch(&scene);
    let wanted = [(2, 4), (6, 3), (8, 5), (4, 2), (4, 4), (3, 5), (2, 2), (6, 5), (3, 3), (2, 4)];
    let looks = wanted.map(|_| {
        driver.tap(Button::L);
        driver.app.target().map(|at| (at.x(), at.y()))
    });
    assert_eq!(looks, wanted.map(Some));
}

// I10: an arrow in a separate colour points to an ally beyond the edge of the map, even if the ally is out of sight.
#[test]
fn an_arrow_leads_to_the_ally() {
    let arrow = |is_ally: bool| {
        let scene = Scenario::new("#@.........#......n#");
        let scene = scene.changed(move |floor| floor.monsters[0].is_ally = is_ally);
        let mut driver = AppDriver::in_lobby(shifted(7));
        driver.app.watch(scene.game());
        driver.wait(5);
        let has = |frame: &Frame<'_>, colour| ocr::find(frame, "→", colour).is_some();
        ocr::drawn(
            |frame| assert!(driver.app.clone().draw(frame)),
            |frame| [Colour::GOOD, Colour::BAD].map(|colour| has(frame, colour)),
        )
    };
    assert_eq!((arrow(true), arrow(false)), ([true, false], [false, false]));
}

// H10, I5: in the pack, both lines about an item are completely readable in large text.
#[test]
fn every_item_of_a_pack_is_read_whole() {
    for item in all_items() {
        let scene = Scenario::new("#@#").floor(5).carries_item(item.clone());
        let mut driver = AppDriver::in_lobby(shifted(7));
        driver.app.watch(scene.game());
        driver.taps(&[Button::Start, Button::A]);
        assert_eq!(driver.app.screen(), ScreenName::Pack);
        let label = driver.app.game().label(item.kind);
        let line = match item.firmware {
            Some(firmware) => text::firmware_line(firmware, driver.app.game().floor()).to_string(),
            None => text::item_line(label).to_owned(),
        };
        large(&driver, |frame| {
            // The chips in this test have no bonuses.
            let effect = match item.firmware {
                Some(firmware) if firmware.deed().is_some() => {
                    text::deed_line(firmware).to_string()
                }
                Some(_) => words::line("look.program").to_owned(),
                None if item.kind == ItemKind::Microchip => {
                    words::line("look.blank_chip").to_owned()
                }
                None => text::item_effect(driver.app.game(), label).to_string(),
            };
            for words in [line, effect] {
                assert!(is_read(frame, &words), "{item:?}: {words:?}");
            }
        });
    }
}

// H10, W17: every line that a vault shows about its items is completely readable before the player takes one.
#[test]
fn every_item_of_a_vault_is_read_whole() {
    let is_fit = |item: &Item| item.kind.slot().is_some() || item.kind == ItemKind::OverrideChip;
    for item in all_items().filter(is_fit) {
        let vault = Scenario::new("#####\n##d##\n##@##\n#####").floor(5);
        let at = beside(&vault.game(), (0, -1));
        let scene = vault.changed(|floor| {
            let ground = GroundItem { pos: at, item: item.clone() };
            floor.items.push(ground).expect("there is room for one");
        });
        let mut driver = AppDriver::in_lobby(shifted(7));
        driver.app.watch(scene.game());
        driver.walk(Direction::North);
        assert_eq!(driver.app.screen(), ScreenName::Pedestal);
        let label = driver.app.game().label(item.kind);
        large(&driver, |frame| {
            assert!(is_read(frame, text::label_name(label)), "{item:?}");
            assert!(is_read(frame, words::line("hint.seals")), "{item:?}");
            if let Some(firmware) = item.firmware {
                let line = text::firmware_line(firmware, driver.app.game().floor());
                assert!(is_read(frame, &line), "{item:?}");
            } else if item.kind.slot() == Some(Slot::Microchip) {
                assert!(is_read(frame, text::item_line(label)), "{item:?}");
            } else {
                assert!(is_read(frame, &text::item_effect(driver.app.game(), label)), "{item:?}");
            }
        });
    }
}

// I6: while aiming, the map button selects an item of the next kind. After the last kind, it selects an item of the
// first kind. This costs no turn.
#[test]
fn another_thing_is_taken_while_aiming() {
    let scene = Scenario::new("#@.....#");
    let carried = [ItemKind::Cheese, ItemKind::Cheese, ItemKind::Key, ItemKind::HealthPack];
    let mut driver = watch(&carried.into_iter().fold(scene, Scenario::carries));
    // The pack is sorted, so a Health Pack is the first item.
    driver.taps(&[Button::Start, Button::A, Button::A, Button::Down, Button::A]);
    assert_eq!(driver.app.screen(), ScreenName::Aim);
    driver.taps(&[Button::Right, Button::Right]);
    let mut taken = Vec::new();
    for _ in 0..4 {
        let label = |&kind: &ItemKind| {
            let heading = text::throw_heading(Label::Known(kind), true, &InputScheme::BUTTONS);
            seen(&driver, |frame| says(frame, &heading, Colour::GOLD))
        };
        taken.push(*carried[1..].iter().find(|kind| label(kind)).expect("it is named"));
        driver.tap(Button::Select);
    }
    assert_eq!(taken[3], taken[0], "they are three kinds");
    assert!(taken[1] != taken[0] && taken[2] != taken[0] && taken[1] != taken[2], "{taken:?}");
    driver.tap(Button::A);
    assert_eq!(turn(&driver), 1);
    let left: Vec<ItemKind> = kinds(&driver);
    assert!(left.len() == 3 && !left.contains(&taken[1]), "{left:?} after {taken:?}");
}
