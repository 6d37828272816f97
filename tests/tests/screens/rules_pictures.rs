//! Checks the pictures of creatures, spills and vents on the map (S1, S4, M2, M8, M9, I7, I9, I10, I11, W15,
//! W16).

use musrex_assets::{creatures, interface};
use musrex_core::Direction;
use musrex_core::content::{Firmware, ItemKind, MonsterKind, SpillKind};
use musrex_core::geometry::{Pos, Side};
use musrex_core::quantity::Hp;
use musrex_core::raster::{Colour, Frame, Palette};
use musrex_core::view::animation::Animation;
use musrex_core::view::autotile::AutotileCache;
use musrex_core::view::hud;
use musrex_core::view::map_view::MapView;
use musrex_core::view::sprites::monster_poses;
use musrex_core::view::widgets::Area;
use musrex_core::world::{
    AiState, Aim, FloorState, Game, Item, Monster, Spill, Squeak, VentedMonster,
};
use musrex_testkit::Scenario;
use musrex_testkit::app_driver::AppDriver;
use musrex_testkit::ocr;
use musrex_testkit::seeds::shifted;
use musrex_testkit::watched::{seen, watch};

/// Draws the map of `game` on a frame of 240 × 160 pixels, with the corner of the player's tile at (112, 72).
fn map_of<T>(game: &Game, look: impl FnOnce(&Frame<'_>) -> T) -> T {
    let mut autotiles = AutotileCache::EMPTY;
    autotiles.update(game);
    let visible = game.visible();
    let area = Area { x: 0, y: 0, width: 240, height: 160 };
    let view = MapView { game, visible: &visible, animation: &Animation::NONE, clock: 0, area };
    ocr::drawn(|frame| view.draw(frame, &autotiles), look)
}

/// Returns the pixels of a square with sides of `width`, given its corner.
fn pixels(frame: &Frame<'_>, (x, y): (usize, usize), width: usize) -> Vec<u8> {
    (0..width).flat_map(|row| frame.pixels()[(y + row) * 240 + x..][..width].to_vec()).collect()
}

/// Returns whether a picture is drawn at a corner, in the shade whose first colour is `shade`.
fn is_at(frame: &Frame<'_>, corner: (usize, usize), picture: &[u8], shade: u8) -> bool {
    let width = if picture.len() == 64 { 8 } else { 16 };
    let found = pixels(frame, corner, width);
    picture.iter().zip(found).all(|(&colour, pixel)| colour == 0 || pixel == colour + shade)
}

fn icon_pixels(icon: &interface::Icon) -> Vec<u8> {
    icon.0.iter().flatten().flat_map(|word| word.to_le_bytes()).collect()
}

/// The corner of the icon above a creature two tiles to the right of the player.
const ICON: (usize, usize) = (112 + 32 + 9, 72 - 5);
/// The corner of the tile two to the right of the player.
const TILE: (usize, usize) = (112 + 32, 72);

fn changed(text: &str, change: impl FnOnce(&mut FloorState)) -> Game {
    Scenario::new(text).changed(change).game()
}

// S4: a bubble shows that a mouse is about to squeak. S1, M2, I9, I10: icons mark sleepers, watchers, eaters and
// allies.
#[test]
fn icons_show_what_a_mouse_is_about() {
    let shows = |change: fn(&mut Monster), icon: &interface::Icon| {
        let game = changed("#@.m#", |floor| change(&mut floor.monsters[0]));
        map_of(&game, |frame| is_at(frame, ICON, &icon_pixels(icon), 0))
    };
    assert!(shows(|mouse| mouse.squeak = Squeak::Due, &interface::SQUEAK));
    assert!(shows(|mouse| mouse.ai_state = AiState::Asleep, &interface::ASLEEP));
    assert!(shows(|mouse| mouse.ai_state = AiState::Watching, &interface::WATCHING));
    assert!(shows(|mouse| mouse.ai_state = AiState::Eating { turns: 3 }, &interface::EATING));
    assert!(shows(|mouse| mouse.is_ally = true, &interface::ALLY));
    assert!(!shows(|mouse| mouse.squeak = Squeak::Used, &interface::SQUEAK));
}

/// Returns whether one of these pictures is drawn at the monster's position, comparing from the seventh row on. Icons
/// cover the rows above.
fn is_drawn(frame: &Frame<'_>, poses: &[musrex_assets::Tile; 2]) -> bool {
    poses.iter().any(|pose| {
        let pixels = pose.pixels().concat();
        let lower: Vec<u8> = (0..256).map(|at| if at < 96 { 0 } else { pixels[at] }).collect();
        is_at(frame, TILE, &lower, 0)
    })
}

// I10, S1, S4, I9, M8, M9: the shape of a monster shows its state: asleep, allied, eating, about to squeak or to spit,
// or carrying loot.
#[test]
fn the_state_of_a_monster_is_its_shape() {
    type Change = fn(&mut Monster);
    let changes: [Change; 6] = [
        |_| {},
        |mouse| mouse.ai_state = AiState::Asleep,
        |mouse| mouse.ai_state = AiState::Eating { turns: 3 },
        |mouse| mouse.squeak = Squeak::Due,
        |mouse| mouse.is_ally = true,
        |mouse| mouse.aim = Aim::At(Pos::at(2, 1)),
    ];
    let mut pictures = Vec::new();
    for change in changes {
        let game = changed("#@.c#", |floor| change(&mut floor.monsters[0]));
        let poses = &monster_poses(&game.current_floor().monsters[0]).right;
        assert!(map_of(&game, |frame| is_drawn(frame, poses)));
        let [first, second] = poses.each_ref().map(|pose| pose.pixels());
        assert!(first != second, "it does not breathe");
        pictures.push(first);
    }
    for (index, picture) in pictures.iter().enumerate() {
        assert!(!pictures[..index].contains(picture), "{index}");
    }
    let loaded = changed("#@.a#", |floor| floor.monsters[0].loot = Some(Item::new(ItemKind::Mop)));
    let empty = changed("#@.a#", |_| {});
    let poses = |game: &Game| &monster_poses(&game.current_floor().monsters[0]).right;
    assert!(poses(&loaded)[0] != poses(&empty)[0]);
    assert!(map_of(&loaded, |frame| is_drawn(frame, poses(&loaded))));
}

// The heroine's picture shows the items that she wears and holds.
#[test]
fn worn_things_show_on_the_heroine() {
    let wearing = |kinds: &[ItemKind]| {
        let mut scene = Scenario::new("#@.#");
        for &kind in kinds {
            scene = scene.wears(kind);
        }
        let game = scene.game();
        map_of(&game, |frame| frame.pixels().to_vec())
    };
    use ItemKind::{BikerJacket, BulletproofVest, Crowbar, Microchip, Mop, StunBaton};
    let pictures: Vec<Vec<u8>> = [
        &[][..],
        &[BikerJacket],
        &[BulletproofVest],
        &[Crowbar],
        &[StunBaton],
        &[Mop],
        &[Crowbar, BikerJacket],
    ]
    .map(wearing)
    .to_vec();
    for (index, picture) in pictures.iter().enumerate() {
        assert!(!pictures[..index].contains(picture), "{index}");
    }
    assert!(wearing(&[Microchip]) == pictures[0], "a chip is inside");
}

/// Returns the side that the heroine faces.
fn side_of_heroine(driver: &AppDriver) -> Side {
    let shows = |poses: &[musrex_assets::Tile; 2]| {
        seen(driver, |frame| {
            let corners = (100..124).flat_map(|x| (48..96).map(move |y| (x, y)));
            let pixels = poses.each_ref().map(|pose| pose.pixels().concat());
            corners.into_iter().any(|at| pixels.iter().any(|pose| is_at(frame, at, pose, 0)))
        })
    };
    match [&creatures::HEROINE.left, &creatures::HEROINE.right].map(shows) {
        [true, false] => Side::Left,
        [false, true] => Side::Right,
        both => panic!("seen to the left and to the right: {both:?}"),
    }
}

// A18: a refused step also turns the heroine, although no turn passes: at walls, locked doors, furniture, glass, water,
// and used fixtures. A step up or down does not turn her.
#[test]
fn a_bump_turns_the_heroine() {
    for letter in ["#", "L", "o", "g", "O", "w", "V", ":", "D"] {
        let scene = Scenario::new(&format!("####\n#{letter}@#\n####"));
        let mut driver = watch(&scene);
        let game = driver.app.game().clone();
        assert_eq!(side_of_heroine(&driver), Side::Right, "{letter}");
        driver.walk(Direction::West);
        driver.wait(30);
        assert_eq!(side_of_heroine(&driver), Side::Left, "{letter}");
        driver.walk(Direction::North);
        driver.wait(30);
        assert_eq!(side_of_heroine(&driver), Side::Left, "{letter}");
        assert!(*driver.app.game() == game, "{letter}: no turn has passed");
        driver.walk(Direction::East);
        driver.wait(30);
        assert_eq!(side_of_heroine(&driver), Side::Right, "{letter}");
    }
}

// M8: only the tile that a spit is about to hit is marked on the ground.
#[test]
fn a_marked_tile_is_seen() {
    let marked = |at| {
        let game = changed("#@..c#", |floor| floor.monsters[0].aim = Aim::At(at));
        let mark = interface::MARKED[0].pixels().concat();
        map_of(&game, |frame| is_at(frame, TILE, &mark, 0))
    };
    assert!(marked(Pos::at(4, 1)));
    assert!(!marked(Pos::at(3, 1)));
}

// M8: if a hidden mouse aims, a line is drawn up to the creature that hides the mouse. A visible mouse needs no such
// line.
#[test]
fn a_hidden_aim_shows_where_from() {
    let dots = |text: &str, tiles: [usize; 3]| {
        let aims = |floor: &mut FloorState| {
            let spitter = floor.monsters.iter_mut().find(|it| it.kind == MonsterKind::SpitMouse);
            spitter.expect("it is there").aim = Aim::At(Pos::at(2, 1));
        };
        let game = changed(text, aims);
        let dot = interface::AIM_PATH.pixels().concat();
        map_of(&game, |frame| tiles.map(|tile| is_at(frame, (112 + 16 * tile, 72), &dot, 0)))
    };
    assert_eq!(dots("#@.zc#", [1, 2, 3]), [true, true, false], "the one behind stays hidden");
    assert_eq!(dots("#@..c#", [1, 2, 3]), [false; 3]);
}

// I7: spills are drawn over the ground.
#[test]
fn spills_are_seen() {
    for kind in SpillKind::ALL {
        let pos = Pos::at(4, 1);
        let spill = Spill { pos, kind, turns: 2, is_players: true };
        let game = changed("#@...#", |floor| floor.spills.push(spill).expect("there is room"));
        let frames = kind.spec().sprites.each_ref();
        let shown = frames
            .map(|tile| map_of(&game, |frame| is_at(frame, TILE, &tile.pixels().concat(), 0)));
        assert!(shown.contains(&true), "{kind:?}");
    }
}

// W15: a vent rattles before a monster comes out.
#[test]
fn a_vent_rattles_in_sight() {
    for is_rattling in [false, true] {
        let game = changed("#@.v#", |floor| {
            let monster = Monster::new(MonsterKind::NeoMouse, Pos::at(4, 1), Hp(3));
            let vented = VentedMonster { monster, turns: 1, is_rattling };
            floor.vented.push(vented).expect("there is room");
        });
        let rattle = interface::VENT_RATTLE[0].pixels().concat();
        assert_eq!(map_of(&game, |frame| is_at(frame, TILE, &rattle, 0)), is_rattling);
    }
}

// W16, I11: cameras show mice out of sight, dimmed. HOOK also shows them within 6 tiles.
#[test]
fn mice_out_of_sight_are_sensed() {
    let text = "#######\n#@#m..#\n#######";
    let mouse = musrex_core::view::sprites::poses(MonsterKind::MicroMouse).right.each_ref();
    let is_shown = |game: &Game| {
        assert!(!game.visible().contains(Pos::at(4, 2)));
        map_of(game, |frame| {
            mouse.iter().any(|pose| is_at(frame, TILE, &pose.pixels().concat(), 64))
        })
    };
    assert!(!is_shown(&Scenario::new(text).game()));
    assert!(is_shown(&changed(text, |floor| floor.camera_turns = 5)));
    let mut chip = Item::new(ItemKind::Microchip);
    chip.firmware = Some(Firmware::Hook);
    let game = Scenario::new(text).game();
    let mut player = game.player().clone();
    player.worn.put_on(chip);
    let game = Game::from_parts(1, game.floor(), player, game.current_floor().clone());
    assert!(is_shown(&game));
}

// Colours cycle without redrawing, and only while the option allows it.
#[test]
fn colours_cycle_without_a_drawing() {
    let mut driver = AppDriver::in_lobby(shifted(7));
    let mut words = vec![0; Frame::words(240, 160)];
    let mut palette_changes = |driver: &mut AppDriver| {
        let mut palette = Palette::PAINTED;
        let mut changes = 0;
        for _ in 0..120 {
            driver.wait(1);
            let mut frame = Frame::new(240, 160, &mut words).expect("it has room");
            if driver.app.draw(&mut frame) {
                palette = frame.palette;
            } else {
                changes += u32::from(driver.app.cycle_colours(&mut palette));
            }
        }
        changes
    };
    assert!(palette_changes(&mut driver) > 10);
    driver.app.settings_mut().has_colour_cycling = false;
    assert_eq!(palette_changes(&mut driver), 0);
}

/// Returns the pixels of the hit-point bar under the creature two tiles to the right of the player.
fn wound(game: &Game) -> Vec<Colour> {
    map_of(game, |frame| {
        let bar = &frame.pixels()[(TILE.1 + 14) * 240 + TILE.0 + 2..][..12];
        bar.iter().map(|&pixel| Colour(pixel)).collect()
    })
}

// A20: a bar under a wounded monster shows its remaining hit points. Other monsters have no bar.
#[test]
fn a_hurt_mouse_has_a_bar() {
    let hurt = |hp: u16, is_ally: bool| {
        changed("#@.m#", |floor| {
            let mouse = &mut floor.monsters[0];
            (mouse.hp_born, mouse.body.hp, mouse.is_ally) = (Hp(8), Hp(hp), is_ally);
        })
    };
    let counts = |hp: u16, is_ally: bool, colour: Colour| {
        wound(&hurt(hp, is_ally)).iter().filter(|&&pixel| pixel == colour).count()
    };
    for (hp, pixels) in [(1, 1), (4, 6), (6, 9), (7, 10)] {
        assert_eq!(counts(hp, false, Colour::BAD), pixels, "{hp} of 8");
        assert_eq!(counts(hp, false, Colour::SLATE), 12 - pixels, "{hp} of 8");
        assert_eq!(counts(hp, true, Colour::GOOD), pixels, "{hp} of 8");
    }
    assert_ne!(counts(8, false, Colour::BAD), 12, "it is whole");
    assert_eq!(counts(8, false, Colour::SLATE), 0, "it is whole");
}

// I7: a spill is visible even under a creature, because the lower part of the spill is drawn over the feet.
#[test]
fn a_spill_is_seen_underfoot() {
    for kind in [SpillKind::Acid, SpillKind::Gas, SpillKind::Healing, SpillKind::Regrowth] {
        let game = changed("#@.m#", |floor| {
            let pos = Pos::at(4, 1);
            let spill = Spill { pos, kind, turns: 5, is_players: true };
            floor.spills.push(spill).expect("there is room");
        });
        let shows = kind.spec().sprites.iter().any(|sprite| {
            let pixels = sprite.pixels().concat();
            let lower: Vec<u8> = (0..256).map(|at| if at < 160 { 0 } else { pixels[at] }).collect();
            map_of(&game, |frame| is_at(frame, TILE, &lower, 0))
        });
        assert!(shows, "{kind:?}");
    }
}

// S1: if another mouse is on the tile above, the sign of a sleeper is drawn lower, so that it covers no face.
#[test]
fn a_sign_covers_nobody_above() {
    let sleeps = |text: &str| {
        let game = changed(text, |floor| {
            for mouse in &mut floor.monsters {
                mouse.ai_state = AiState::Asleep;
            }
        });
        let corner = |lift: usize| (TILE.0 + 9, TILE.1 - lift);
        map_of(&game, |frame| {
            let icon = icon_pixels(&interface::ASLEEP);
            [4, 5].map(|lift| is_at(frame, corner(lift), &icon, 0)).contains(&true)
        })
    };
    assert!(sleeps("#....#\n#@.m.#"));
    assert!(!sleeps("#..m.#\n#@.m.#"));
}

// A20: on every frame, the map begins with whole tiles below the bar, so that the bar never covers half of a creature.
#[test]
fn nobody_stands_half_under_the_bar() {
    for (width, height) in [(240, 160), (240, 240), (320, 180), (480, 270), (640, 360)] {
        let mut words = ocr::words(width, height);
        let frame = Frame::new(width, height, &mut words).expect("the words are enough");
        let area = hud::map_area(frame.shape());
        assert_eq!((area.height - 16) / 2 % 16, 0, "{width} × {height}");
        assert_eq!(area.y, hud::bar_height(frame.shape()), "{width} × {height}");
    }
}

/// Draws the edge arrows over a scene whose rightmost monster is the ally. Returns the pixels of the middle mouse's
/// tile, and of the whole frame, before and after.
fn with_edge_arrows(room: &str, mouse: Pos) -> [(Vec<u8>, Vec<u8>); 2] {
    // An arrow also points to the ally behind the other mouse (I10).
    let game = changed(room, |floor| {
        floor.monsters.iter_mut().max_by_key(|one| one.body.pos.x()).expect("two").is_ally = true;
    });
    let mut autotiles = AutotileCache::EMPTY;
    autotiles.update(&game);
    let visible = game.visible();
    let mut seen = Vec::new();
    ocr::drawn(
        |frame| {
            let area = hud::map_area(frame.shape());
            let view = MapView {
                game: &game,
                visible: &visible,
                animation: &Animation::NONE,
                clock: 0,
                area,
            };
            view.draw(frame, &autotiles);
            let (x, y) = view.to_screen(mouse);
            assert_eq!(x, 224, "the last tile on the frame");
            let corner = (usize::from(x.unsigned_abs()), usize::from(y.unsigned_abs()));
            seen.push((pixels(frame, corner, 16), frame.pixels().to_vec()));
            hud::draw_edge_arrows(frame, &view);
            seen.push((pixels(frame, corner, 16), frame.pixels().to_vec()));
        },
        |_| {},
    );
    seen.try_into().expect("two pictures")
}

// A20: an arrow at the edge covers no visible creature, because it moves along the edge. If creatures fill the edge,
// there is no arrow.
#[test]
fn an_edge_arrow_covers_no_mouse() {
    let [before, after] = with_edge_arrows("#@......m.m#", Pos::at(9, 1));
    assert!(before.0 == after.0, "the arrow covers it");
    assert!(before.1 != after.1, "there is an arrow");
    let rows = ["#.......m..#"; 3].join("\n");
    let crowd = format!("{rows}\n#@......m.m#\n{rows}");
    let [before, after] = with_edge_arrows(&crowd, Pos::at(9, 4));
    assert!(before.1 == after.1, "the arrow covers one of a crowd");
}
