//! Checks how throws are aimed (I6), and the texts of the map and the look mode (S1, S3, S4, M8, I7, I11, W16, K3).
//! Also checks that walking with a held button never enters anything that needs a separate press (W15 to W18).

use Command::Walk;
use Direction::{East, West};
use musrex_core::app::ScreenName;
use musrex_core::content::{Graft, ItemKind, MonsterKind, SpillKind, Status};
use musrex_core::controls::InputScheme;
use musrex_core::geometry::Pos;
use musrex_core::input::{Button, Buttons, Input, Pointer};
use musrex_core::quantity::Hp;
use musrex_core::raster::Colour;
use musrex_core::view::text;
use musrex_core::world::{Aim, FloorState, GroundItem, Item, KingsEnd, Spill, Terrain};
use musrex_core::{Command, Direction, Outcome};
use musrex_testkit::Scenario;
use musrex_testkit::app_driver::AppDriver;
use musrex_testkit::ocr::{self, says};
use musrex_testkit::watched::{assert_says, kinds, seen, turn, watch};
use musrex_testkit::words;

/// Opens the aim mode for the first item of the pack; `before` is the number of actions above the throw in the
/// item's menu.
pub(crate) fn aim(driver: &mut AppDriver, before: usize) {
    driver.taps(&[Button::Start, Button::A, Button::A]);
    (0..before).for_each(|_| driver.tap(Button::Down));
    driver.tap(Button::A);
    assert_eq!(driver.app.screen(), ScreenName::Aim);
}

// I6: a throw is aimed at the nearest enemy in sight; L selects the next enemy in sight, and the D-pad moves
// the target.
#[test]
fn the_aim_mode_opens_at_the_nearest_enemy() {
    let room = "#########\n#@..z.z.#\n#########";
    let mut driver = watch(&Scenario::new(room).carries(ItemKind::Cheese));
    aim(&mut driver, 1);
    let mut targets = Vec::new();
    for button in [Button::L, Button::L, Button::Right] {
        targets.push(driver.app.target().expect("it points at a tile"));
        driver.tap(button);
    }
    // The first enemy hides the second one, so L finds no other enemy.
    assert_eq!(targets, [Pos::at(5, 2); 3]);
    assert_eq!(driver.app.target(), Some(Pos::at(6, 2)));
    assert_eq!(turn(&driver), 0, "aiming costs nothing");
}

// I6: the item lands at the chosen tile, and the throw takes a turn.
#[test]
fn what_is_thrown_lands_where_the_target_is() {
    let mut driver = watch(&Scenario::new("#@......#").carries(ItemKind::Cheese));
    aim(&mut driver, 1);
    driver.taps(&[Button::Right; 4]);
    assert_says(&driver, "Mice within 10 steps come to it", Colour::WHITE);
    driver.tap(Button::A);
    assert_eq!((driver.app.screen(), turn(&driver)), (ScreenName::Play, 1));
    assert_eq!(kinds(&driver), []);
    assert!(driver.app.game().current_floor().item_at(Pos::at(6, 1)).is_some());
}

// I9, B16: the aim tells the distance from which cheese lures, which Cheesemonger doubles.
#[test]
fn the_aim_tells_from_where_cheese_lures() {
    for (graft, steps) in [(Graft::Whirl, 10), (Graft::Cheesemonger, 20)] {
        let scene = Scenario::new("#@......#").graft(graft).carries(ItemKind::Cheese);
        let mut driver = watch(&scene);
        aim(&mut driver, 1);
        driver.taps(&[Button::Right; 4]);
        assert_says(&driver, &format!("Mice within {steps} steps come to it"), Colour::WHITE);
    }
}

// I6: if a throw cannot reach the target, the aim mode states the reason, and a press changes nothing.
#[test]
fn a_throw_out_of_reach_is_refused_at_no_cost() {
    let mut driver = watch(&Scenario::new("#@.......#").carries(ItemKind::Cheese));
    aim(&mut driver, 1);
    let too_far = text::out_of_throw();
    for (steps, words) in [
        (0, "Move the cursor to another tile first"),
        (7, &*too_far),
        (2, "You can't see that tile"),
    ] {
        (0..steps).for_each(|_| driver.tap(Button::Right));
        assert_says(&driver, words, Colour::WARNING);
        assert!(!seen(&driver, |frame| says(frame, "A: throw", Colour::STRAW)), "{words}");
        driver.tap(Button::A);
        assert_eq!((driver.app.screen(), turn(&driver)), (ScreenName::Aim, 0));
    }
    assert_eq!(kinds(&driver), [ItemKind::Cheese]);
}

/// Moves the target of the aim mode to `to`.
fn point_at(driver: &mut AppDriver, to: Pos) {
    use std::cmp::Ordering::{Equal, Greater, Less};
    while let Some(at) = driver.app.target().filter(|&at| at != to) {
        driver.tap(match (at.x().cmp(&to.x()), at.y().cmp(&to.y())) {
            (Less, _) => Button::Right,
            (Greater, _) => Button::Left,
            (Equal, Less) => Button::Down,
            (Equal, Greater | Equal) => Button::Up,
        });
    }
}

// I6: if a throw, even of a flask, would stop before its target, the text names the creature or obstacle that stops it.
#[test]
fn the_aim_mode_tells_what_stops_a_throw() {
    for (letter, words) in [
        ('n', "It stops at the Neo Mouse"),
        ('g', "Something is in the way: Glass"),
        ('.', "Something is in the way: Wall"),
    ] {
        for kind in [ItemKind::PotionOfVenom, ItemKind::Cheese, ItemKind::Key] {
            // A mouse hides the tiles straight behind it. So the mouse stands off the straight line, and the target is
            // a tile that is in sight although a throw at it hits the mouse.
            let (straight, aslant) = if letter == 'n' { ('.', 'n') } else { (letter, '.') };
            let room = format!("#......#\n#@.{straight}...#\n#.{aslant}....#\n#......#\n#......#");
            let scene = Scenario::new(&room).carries(kind).changed(|floor| {
                let mice = floor.monsters.iter_mut();
                mice.for_each(|mouse| mouse.body.statuses.set(Status::Stunned, 9));
            });
            let mut driver = watch(&scene);
            aim(&mut driver, usize::from(kind != ItemKind::Key));
            let game = scene.game();
            let visible = game.visible();
            let stops_short = |&pos: &Pos| {
                let stop = game.throw_path(pos).last().copied();
                let is_hit = stop.is_some_and(|at| game.current_floor().monster_at(at).is_some());
                let is_straight = pos.y() == 2 && pos.x() > 4;
                game.can_throw_at(pos, &visible).is_ok()
                    && stop != Some(pos)
                    && if letter == 'n' { is_hit } else { is_straight }
            };
            let target = visible
                .iter()
                .find(stops_short)
                .unwrap_or_else(|| panic!("{letter:?} stops nothing"));
            point_at(&mut driver, target);
            assert_says(&driver, words, Colour::WARNING);
            point_at(&mut driver, Pos::at(3, 2));
            assert!(!seen(&driver, |frame| says(frame, words, Colour::WARNING)), "{letter}");
        }
    }
}

// I6: a click throws at the tile under the pointer. If the button stays held after the throw, the player does not walk
// there.
#[test]
fn a_click_throws() {
    let mut driver = watch(&Scenario::new("#@......#").carries(ItemKind::Cheese));
    aim(&mut driver, 1);
    driver.app.resize(240, 160);
    let mut point = |x: i16, is_held| {
        // The player's tile is in the middle of the map.
        let pointer = Some(Pointer { x: 120 + 16 * x, y: 84, is_held });
        driver.app.tick(Input { buttons: Buttons::NONE, pointer });
        driver.app.game().turn().0
    };
    assert_eq!([point(3, false), point(4, false), point(5, false)], [0; 3]);
    assert_eq!([point(5, true), point(5, true)], [1; 2]);
    assert!(driver.app.game().current_floor().item_at(Pos::at(7, 1)).is_some());
}

// I6: in the look mode, a press aims another item of the kind thrown last. Before the first throw, or if no such item
// is left, a press closes the look mode.
#[test]
fn a_look_throws_again_what_was_thrown_last() {
    let scene = Scenario::new("#@......#").carries(ItemKind::Cheese).carries(ItemKind::Cheese);
    let mut driver = watch(&scene);
    driver.taps(&[Button::L, Button::Right, Button::A]);
    assert_eq!((driver.app.screen(), turn(&driver)), (ScreenName::Play, 0), "nothing thrown yet");
    aim(&mut driver, 1);
    driver.taps(&[Button::Right, Button::Right, Button::A]);
    driver.wait(30);
    driver.tap(Button::L);
    assert_eq!(driver.app.target(), Some(Pos::at(4, 1)), "the cheese on the ground");
    assert_says(&driver, "A: throw Cheese", Colour::STRAW);
    driver.taps(&[Button::Right, Button::A, Button::A]);
    assert_eq!((driver.app.screen(), turn(&driver)), (ScreenName::Play, 2));
    assert!(driver.app.game().current_floor().item_at(Pos::at(5, 1)).is_some());
    driver.wait(30);
    driver.taps(&[Button::L, Button::A]);
    assert_eq!((driver.app.screen(), turn(&driver)), (ScreenName::Play, 2), "none is left");
}

// I6: the look mode offers cheese for the ground, but not for the ally.
#[test]
fn a_look_at_the_ally_offers_no_cheese() {
    let scene = Scenario::new("#m@......#").carries(ItemKind::Cheese).carries(ItemKind::Cheese);
    let scene = scene.changed(|floor| floor.monsters[0].is_ally = true);
    let mut driver = watch(&scene);
    aim(&mut driver, 1);
    driver.taps(&[Button::Right, Button::Right, Button::A]);
    driver.wait(30);
    let offers =
        |driver: &AppDriver| seen(driver, |frame| says(frame, "A: throw Cheese", Colour::STRAW));
    driver.tap(Button::L);
    let ally = driver.app.game().current_floor().monsters[0].body.pos;
    assert_eq!((driver.app.target(), offers(&driver)), (Some(ally), false));
    driver.tap(Button::L);
    assert_eq!((driver.app.target(), offers(&driver)), (Some(Pos::at(4, 1)), true));
}

// I6: a throw from the look mode is aimed like a throw from the pack: the aim mode opens, and only a second
// press throws. Leaving the aim returns to the look mode at no cost.
#[test]
fn a_look_aims_before_it_throws() {
    let flasks = [ItemKind::PotionOfVenom; 2].into_iter();
    // The room is so long that the first flask wakes nobody.
    let room = "#......@...zS#\n#.........z..#";
    let mut driver = watch(&flasks.fold(Scenario::new(room).level(9), Scenario::carries));
    driver.app.play_command(Command::Throw(0, Pos::at(2, 1))).expect("it can be thrown");
    driver.wait(90);
    driver.taps(&[Button::L, Button::L]);
    let looked_at = driver.app.target();
    let before = driver.app.game().fingerprint();
    // A throw from the pack first aims at the nearest enemy; L selects the next enemy.
    let mut packed = driver.clone();
    packed.tap(Button::B);
    packed.taps(&[Button::Start, Button::A, Button::A, Button::A, Button::L]);
    driver.tap(Button::A);
    for driver in [&driver, &packed] {
        assert_eq!((driver.app.screen(), driver.app.target()), (ScreenName::Aim, looked_at));
    }
    // The windows are the same, and so are the frames around the tiles that the flask would cover.
    let window = |driver: &AppDriver| {
        seen(driver, |frame| {
            let is_frame =
                |(index, &pixel): (usize, &u8)| (pixel == Colour::WARNING.0).then_some(index);
            let lines: Vec<usize> =
                frame.pixels().iter().enumerate().filter_map(is_frame).collect();
            (frame.pixels()[240 * 104..].to_vec(), lines)
        })
    };
    assert!(window(&driver) == window(&packed), "it is aimed in another way");
    driver.tap(Button::B);
    assert_eq!((driver.app.screen(), driver.app.target()), (ScreenName::Look, looked_at));
    assert_eq!(driver.app.game().fingerprint(), before, "nothing is spent");
    driver.taps(&[Button::A, Button::A]);
    assert_eq!((driver.app.screen(), kinds(&driver)), (ScreenName::Play, vec![]));
}

// I6: a pointer that rests on the map does not move the target. A moving pointer does, and a click throws.
#[test]
fn a_resting_pointer_leaves_the_aim_alone() {
    let cheese = [ItemKind::Cheese; 2].into_iter();
    let mut driver = watch(&cheese.fold(Scenario::new("#@......#"), Scenario::carries));
    driver.app.play_command(Command::Throw(0, Pos::at(4, 1))).expect("it can be thrown");
    driver.wait(60);
    driver.app.resize(240, 160);
    let mut point = |x: i16, held: Option<Button>, is_held| {
        let buttons = held.map_or(Buttons::NONE, |button| Buttons::NONE.with(button));
        // The player's tile is in the middle of the map.
        let pointer = Some(Pointer { x: 120 + 16 * x, y: 84, is_held });
        for buttons in [buttons, Buttons::NONE, Buttons::NONE] {
            driver.app.tick(Input { buttons, pointer });
        }
        (driver.app.screen(), driver.app.target().map(Pos::x), driver.app.game().turn().0)
    };
    assert_eq!(point(5, Some(Button::L), false), (ScreenName::Look, Some(4), 1));
    assert_eq!(point(5, Some(Button::A), false), (ScreenName::Aim, Some(4), 1));
    assert_eq!(point(4, None, false), (ScreenName::Aim, Some(6), 1));
    assert_eq!(point(4, None, true), (ScreenName::Play, None, 2));
}

// I6: the look mode offers items that suit the target. For an enemy, it offers cheese or a flask that may harm the
// enemy, but never an item that heals or is worn. For the ground, it offers only cheese, and only after the player has
// thrown some.
#[test]
fn a_look_offers_what_suits_the_target() {
    use ItemKind::{BikerJacket, Cheese, PotionOfHealing, PotionOfRegrowth, PotionOfVenom};
    let offered = |thrown: ItemKind, carried: &[ItemKind], looks_at_enemy: bool| {
        let room = "#........#\n#@.....z.#\n#........#";
        let room = if looks_at_enemy { room.to_owned() } else { room.replace('z', ".") };
        let known = [PotionOfHealing, PotionOfVenom];
        let packed = known.into_iter().chain([thrown]).chain(carried.iter().copied());
        let scene = packed.fold(Scenario::new(&room).hp(15), Scenario::carries);
        let mut driver = watch(&scene);
        let place = |driver: &AppDriver, wanted: ItemKind| {
            let place = kinds(driver).iter().position(|&kind| kind == wanted);
            u8::try_from(place.expect("it is carried")).expect("the pack is small")
        };
        for kind in known {
            let drink = Command::Use(place(&driver, kind));
            driver.app.play_command(drink).expect("it can be drunk");
        }
        let throw = Command::Throw(place(&driver, thrown), Pos::at(6, 2));
        driver.app.play_command(throw).expect("it can be thrown");
        driver.wait(60);
        driver.tap(Button::L);
        if !looks_at_enemy {
            driver.tap(Button::Down);
        }
        let names = |kind| driver.app.game().label(kind);
        let hint = |kind| text::throw_offer(&InputScheme::BUTTONS, names(kind));
        let is_said = |words: &str| seen(&driver, |frame| says(frame, words, Colour::STRAW));
        ItemKind::ALL.into_iter().find(|&kind| is_said(&hint(kind)))
    };
    assert_eq!(offered(PotionOfHealing, &[PotionOfHealing, BikerJacket], true), None);
    assert_eq!(offered(BikerJacket, &[BikerJacket, Cheese], true), Some(Cheese));
    assert_eq!(offered(Cheese, &[PotionOfRegrowth, PotionOfVenom], true), Some(PotionOfVenom));
    assert_eq!(offered(Cheese, &[PotionOfRegrowth], true), Some(PotionOfRegrowth), "unknown");
    assert_eq!(offered(Cheese, &[Cheese, PotionOfVenom], true), Some(Cheese), "the same again");
    assert_eq!(offered(PotionOfVenom, &[PotionOfVenom, Cheese], false), None);
    assert_eq!(offered(Cheese, &[Cheese, PotionOfVenom], false), Some(Cheese));
}

// I6: the look mode states why a target is out of reach, and a press costs nothing.
#[test]
fn a_look_refuses_what_is_out_of_reach() {
    let scene = Scenario::new("#@.......#").carries(ItemKind::Cheese).carries(ItemKind::Cheese);
    let mut driver = watch(&scene);
    aim(&mut driver, 1);
    driver.taps(&[Button::Right, Button::A]);
    driver.wait(30);
    driver.tap(Button::L);
    driver.taps(&[Button::Right; 6]);
    assert_eq!(driver.app.target(), Some(Pos::at(9, 1)));
    for _ in 0..2 {
        driver.tap(Button::A);
        assert_eq!((driver.app.screen(), turn(&driver)), (ScreenName::Aim, 1));
        assert_says(&driver, &text::out_of_throw(), Colour::WARNING);
    }
}

// I6: a press in the look mode states why nothing is thrown.
#[test]
fn a_look_says_why_it_throws_nothing() {
    let mut driver = watch(&Scenario::new("#@..z.#").carries(ItemKind::Key));
    let mut armed = watch(&Scenario::new("#@..z.#").carries(ItemKind::Cheese));
    armed.taps(&[Button::L, Button::A]);
    assert_eq!((armed.app.screen(), turn(&armed)), (ScreenName::Aim, 0), "it is offered");
    driver.taps(&[Button::L, Button::A]);
    assert_eq!((driver.app.screen(), turn(&driver)), (ScreenName::Play, 0));
    let said = driver.app.messages().iter().next_back().map(|entry| entry.message.clone());
    assert_eq!(said, Some(text::nothing_to_throw(false)));
}

// S1, S3: looking at a sleeper draws the ring within which the player may wake the sleeper, and states that a blow does
// double damage.
#[test]
fn a_look_at_a_sleeper_warns() {
    let mut driver = watch(&Scenario::new("#@......z......#"));
    driver.tap(Button::L);
    assert_says(&driver, words::line("look.wake_ring"), Colour::ICE);
    assert_says(&driver, words::of("monster", MonsterKind::MicroMouse, "ability"), Colour::STRAW);
    assert_says(&driver, words::line("look.double"), Colour::ICE);
    let odds = text::odds(Some((0, 2)), (0, 6));
    assert_says(&driver, &odds, Colour::WHITE);
    // The left side of the ring is the left side of the tile four steps from the sleeper; the line is dotted. The
    // description covers a part of the frame, so the map and the ring are drawn higher than without it.
    let left = 120 - 8 + 16 * 3;
    let dots = seen(&driver, |frame| {
        (72..88).filter(|y| frame.pixels()[y * 240 + left] == Colour::ICE.0).count()
    });
    assert_eq!(dots, 8);
}

// A16, I7: a spill never hides an item.
#[test]
fn an_item_lies_on_top_of_a_spill() {
    let pos = Pos::at(4, 1);
    for kind in SpillKind::ALL {
        let [plain, item, spill, both] =
            [(false, false), (true, false), (false, true), (true, true)].map(|(lies, spilled)| {
                let scene = Scenario::new("#@....#").changed(|floor| {
                    let ground = GroundItem { pos, item: Item::new(ItemKind::HealthPack) };
                    let spill = Spill { pos, kind, turns: 5, is_players: true };
                    floor.items.extend(lies.then_some(ground));
                    floor.spills.extend(spilled.then_some(spill));
                });
                seen(&watch(&scene), |frame| frame.pixels().to_vec())
            });
        let of_item = (0..plain.len()).filter(|&index| item[index] != plain[index]);
        assert!(spill != plain && of_item.clone().count() > 50, "both are drawn");
        assert!(of_item.clone().all(|index| both[index] == item[index]), "{kind:?} hides it");
    }
}

// M8, I7: looking at the player's own tile shows the attack that is about to strike there, and the contents of the
// tile.
#[test]
fn a_look_warns_of_the_tile() {
    let pos = Pos::at(2, 1);
    let spill = Spill { pos, kind: SpillKind::Acid, turns: 3, is_players: false };
    let mut driver = watch(&Scenario::new("#@...c#").changed(|floor| {
        floor.monsters[0].aim = Aim::At(pos);
        floor.spills.push(spill).expect("there is room");
    }));
    driver.tap(Button::L);
    assert_eq!(driver.app.target(), Some(pos), "it is the nearest danger");
    assert_says(
        &driver,
        &text::marked_line(Some(musrex_core::rules::Actor::Monster(MonsterKind::SpitMouse)), 1),
        Colour::WARNING,
    );
    assert_says(&driver, &text::spill_line(&spill), Colour::WARNING);
}

// I10: looking at the ally shows the items that heal it.
#[test]
fn a_look_tells_what_heals_the_ally() {
    let mut driver =
        watch(&Scenario::new("#@.n#").changed(|floor| floor.monsters[0].is_ally = true));
    driver.tap(Button::L);
    assert_says(&driver, words::line("look.ally_limits"), Colour::SILVER);
}

// I10: looking at a mouse shows whether the player's override chip can take it. Without a chip, chips are not
// mentioned.
#[test]
fn a_look_tells_who_can_be_overridden() {
    let look = |hp: u16, carried: ItemKind| {
        let scene = Scenario::new("#@..n#").carries(carried);
        let mut driver = watch(&scene.changed(|floor| {
            (floor.monsters[0].hp_born, floor.monsters[0].body.hp) = (Hp(10), Hp(hp));
        }));
        driver.tap(Button::L);
        seen(&driver, |frame| says(frame, words::line("look.chip_takes_it"), Colour::GOOD))
    };
    let chip = ItemKind::OverrideChip;
    assert_eq!([look(6, chip), look(5, chip), look(5, ItemKind::Key)], [false, true, false]);
}

// K1, W25, I6: a look states that a monster gives no experience, and that a target is too far away for the carried
// item.
#[test]
fn a_look_tells_who_pays_nothing_and_who_is_too_far() {
    let look = |room: &str, is_late: bool| {
        let scene = Scenario::new(room).carries(ItemKind::PotionOfVenom);
        let late = |floor: &mut FloorState| floor.monsters[0].is_unpaid = is_late;
        let mut driver = watch(&scene.changed(late));
        driver.tap(Button::L);
        let line = |line: &str, colour| seen(&driver, |frame| says(frame, line, colour));
        [
            line(words::line("look.latecomer"), Colour::SILVER),
            line(&text::out_of_throw(), Colour::GREY),
        ]
    };
    assert_eq!(look("#@.....n#", true), [true, false]);
    assert_eq!(look("#@......n#", false), [false, true]);
}

// M8, I7, E14: marks and spills hidden by the player's sprite are named beside the statuses.
#[test]
fn the_status_line_tells_what_the_player_stands_in() {
    let pos = Pos::at(2, 1);
    let spill = Spill { pos, kind: SpillKind::Acid, turns: 3, is_players: false };
    let driver = watch(&Scenario::new("#@...c#").changed(|floor| {
        floor.monsters[0].aim = Aim::At(pos);
        floor.spills.push(spill).expect("there is room");
    }));
    assert_says(&driver, "Hit in 1", Colour::WARNING);
    assert_says(&driver, "Acid 3", Colour::WARNING);
}

// E14: if the plate of a status would cover a creature or an item, it is drawn on the other side, unless it would cover
// a creature there, too.
#[test]
fn the_status_line_hides_nobody() {
    let row = "#.............#\n";
    let room = |above: &str| format!("{above}{}#......@......#", row.repeat(3));
    let middle = |above: &str| {
        let driver = watch(&Scenario::new(&room(above)).status(Status::Regrowing, 9));
        let place = seen(&driver, |frame| ocr::find(frame, "Regrowth 9", Colour::GOOD));
        place.expect("it is named").0
    };
    assert!(middle(row) < 40, "at the left where nobody is");
    assert!(middle("#..z..........#\n") > 120, "at the right");
    assert!(middle("#,............#\n") > 120, "at the right of an item");
    assert!(middle("#..........z..#\n") < 40, "the left is free");
    assert!(middle("#..z.......z..#\n") < 40, "nowhere is better");
}

// W15: a held pointer walks up to a vent, but only a new press shuts the vent.
#[test]
fn a_pointer_walks_up_to_a_vent() {
    let mut driver = watch(&Scenario::new("#@...v#"));
    driver.app.resize(240, 160);
    let point = |driver: &mut AppDriver, ticks, is_held| {
        for _ in 0..ticks {
            let game = driver.app.game();
            let tiles = i16::from(6 - game.player().body.pos.x());
            let pointer = Some(Pointer { x: 120 + 16 * tiles, y: 84, is_held });
            driver.app.tick(Input { buttons: Buttons::NONE, pointer });
        }
        let game = driver.app.game();
        (game.player().body.pos.x(), game.current_floor().map.terrain(Pos::at(6, 1)))
    };
    assert_eq!(point(&mut driver, 200, true), (5, Terrain::VentOpen));
    assert_eq!(point(&mut driver, 4, false), (5, Terrain::VentOpen));
    assert_eq!(point(&mut driver, 4, true), (5, Terrain::VentShut));
}

// W16, W17: auto-travel on the map can go to a terminal, and ends next to it.
#[test]
fn the_map_travels_next_to_a_terminal() {
    let mut driver = watch(&Scenario::new("#@....?#"));
    driver.tap(Button::Select);
    assert_says(&driver, "Terminal", Colour::WHITE);
    driver.tap(Button::A);
    driver.wait(120);
    let game = driver.app.game();
    assert_eq!(game.player().body.pos, Pos::at(6, 1));
    assert_eq!(game.current_floor().map.terrain(Pos::at(7, 1)), Terrain::Terminal);
}

/// Holds right for a while, and also B if `dashes` is true. Returns the column that the player reached, and the number
/// of turns that passed.
fn hold_right(scene: &Scenario, dashes: bool) -> (u8, u32) {
    let mut driver = watch(scene);
    let right = Buttons::NONE.with(Button::Right);
    driver.hold(if dashes { right.with(Button::B) } else { right }, 150);
    (driver.app.game().player().body.pos.x(), turn(&driver))
}

// W15 to W18, I7, M8: walking with a held direction, and a dash, stop before vents, terminals, switches, pedestals,
// live cables and acid.
#[test]
fn nothing_goes_into_a_hazard_by_itself() {
    let fixtures = ["v", "?", "i", "d", "-"].map(|letter| {
        let text = format!("#@..{letter}..#");
        Scenario::new(&text).changed(|floor| {
            if floor.map.terrain(Pos::at(5, 1)) == Terrain::Pedestal {
                let item = Item::new(ItemKind::Cheese);
                floor.items.push(GroundItem { pos: Pos::at(5, 1), item }).expect("there is room");
            }
        })
    });
    let pos = Pos::at(5, 1);
    let spill = Spill { pos, kind: SpillKind::Acid, turns: 90, is_players: true };
    let spilled =
        Scenario::new("#@.....#").changed(|floor| floor.spills.push(spill).expect("there is room"));
    for scene in fixtures.into_iter().chain([spilled]) {
        for dashes in [false, true] {
            let (x, turns) = hold_right(&scene, dashes);
            assert_eq!((x, turns), (4, 2), "dashes: {dashes}, {:?}", scene.game().current_floor());
        }
    }
}

// W15: a single step into a vent shuts it, and a step into a wall takes no turn.
#[test]
fn a_press_of_its_own_shuts_a_vent() {
    let run = Scenario::new("#@v#").play(&[Walk(East)]);
    assert_eq!(run.last().result, Ok(Outcome::Playing));
    let mut driver = watch(&Scenario::new("#@v#"));
    driver.walk(East);
    assert_eq!(driver.app.game().current_floor().map.terrain(Pos::at(3, 1)), Terrain::VentShut);
    driver.walk(West);
    assert_eq!(turn(&driver), 1, "a wall takes no turn");
}

// K3: the victory screen states how the King was defeated, and the hall of fame records it.
#[test]
fn the_kings_end_is_named() {
    let mut driver = watch(&Scenario::new("#@K#").floor(13).level(9));
    driver.walk(East);
    assert_eq!(driver.app.screen(), ScreenName::Victory);
    driver.wait(120);
    let way = driver.app.game().kings_end().expect("he fell");
    assert_eq!(way, KingsEnd::Fought);
    assert_says(&driver, words::of("kings_end", way, "line"), Colour::WHITE);
    driver.go_on();
    driver.go_on();
    driver.wait(70);
    assert_eq!(driver.app.screen(), ScreenName::Hall);
    assert_says(&driver, text::short_end(None, Some(way)), Colour::GREEN);
}

// I7: the aim tells the hit points that the player would lose in their own gas, and the turns of its venom.
#[test]
fn the_aim_tells_what_the_own_gas_does_to_the_player() {
    let told = |scene: &Scenario| {
        let flasks = [ItemKind::PotionOfVenom; 2].into_iter();
        let mut driver = watch(&flasks.fold(scene.clone().floor(6), Scenario::carries));
        driver.app.play_command(Command::Use(0)).expect("it is drunk, and then known");
        driver.wait(90);
        driver.taps(&[Button::L, Button::A]);
        assert_eq!(driver.app.screen(), ScreenName::Aim);
        let line = "You: -4 HP a turn, then 6 turns of venom";
        seen(&driver, |frame| says(frame, line, Colour::BAD))
    };
    assert!(told(&Scenario::new("#@.m....#").level(9)));
    assert!(told(&Scenario::new("#@.m....#").level(20)));
    assert!(!told(&Scenario::new("#@.....m#").level(9)), "out of reach");
    assert!(!told(&Scenario::new("#@.m....#").level(9).wears(ItemKind::LabApron)), "proof");
    assert!(!told(&Scenario::new("#@.m....#").level(9).status(Status::Immune, 9)), "immune");
}
