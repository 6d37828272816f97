//! Checks the map of a floor, both whole and zoomed (H3, W20).

use musrex_assets::interface;
use musrex_core::app::ScreenName;
use musrex_core::geometry::Pos;
use musrex_core::input::Button;
use musrex_core::raster::{Colour, Frame};
use musrex_core::view::{text, widgets};
use musrex_core::world::{Game, Terrain};
use musrex_core::{Command, Direction};
use musrex_testkit::Scenario;
use musrex_testkit::app_driver::AppDriver;
use musrex_testkit::ocr::{self, has_icon, says};
use musrex_testkit::seeds::shifted;
use musrex_testkit::watched::seen_at;
use musrex_testkit::words;

/// The frame sizes of the hosts.
const SIZES: [(u16, u16); 3] = [(240, 160), (240, 240), (320, 180)];
/// The side of a tile on the zoomed map, in pixels.
const ZOOMED: usize = 8;
/// The number of tiles from the stairs down to the stairs up, more than a zoomed map shows at once.
const CORRIDOR: usize = 70;

/// Returns an app that shows the map of a long corridor whose far end the player has reached.
fn map_of_a_corridor(length: usize) -> AppDriver {
    let ground = ".".repeat(length - 2);
    let text = format!("#>@{ground}<#");
    let east = vec![Command::Walk(Direction::East); length - 2];
    let game = Scenario::new(&text).floor(5).play(&east).game;
    assert!(game.current_floor().map.explored().contains(Pos::at(2, 1)));
    map_of(game)
}

/// Returns an app that shows the map of the known part of a game's floor.
fn map_of(game: Game) -> AppDriver {
    let mut driver = AppDriver::in_lobby(shifted(3));
    driver.app.watch(game);
    driver.tap(Button::Select);
    assert_eq!(driver.app.screen(), ScreenName::Map);
    driver
}

/// Finds the white square around the selected landmark, which has sides of this length and other colours inside.
/// Returns its corner.
fn chosen_corner(frame: &Frame<'_>, side: usize) -> Option<(usize, usize)> {
    let (width, height) = (usize::from(frame.width()), usize::from(frame.height()));
    let is_white = |x: usize, y: usize| frame.pixels()[y * width + x] == Colour::WHITE.0;
    let is_it = |x: usize, y: usize| {
        (0..side).all(|at| {
            is_white(x + at, y)
                && is_white(x + at, y + side - 1)
                && is_white(x, y + at)
                && is_white(x + side - 1, y + at)
        }) && !is_white(x + 1, y + 1)
    };
    let places = (0..height - side).flat_map(|y| (0..width - side).map(move |x| (x, y)));
    places.into_iter().find(|&(x, y)| is_it(x, y))
}

// W20: one press zooms the map, and another press shows the whole floor again. The hint states which of the two the
// next press does.
#[test]
fn the_map_zooms_and_back() {
    let mut driver = map_of_a_corridor(CORRIDOR);
    for size in SIZES {
        for (hint, other) in [("L: zoom in", "L: zoom out"), ("L: zoom out", "L: zoom in")] {
            seen_at(&driver, size, |frame| {
                assert!(says(frame, hint, Colour::GREY), "{hint} at {size:?}");
                assert!(!says(frame, other, Colour::GREY), "{other} at {size:?}");
                // Only the whole map has a legend beside it.
                for word in ["up", "down"] {
                    let is_whole = hint == "L: zoom in";
                    assert_eq!(says(frame, word, Colour::SILVER), is_whole, "{word} at {size:?}");
                }
                // The hints at the bottom stay.
                assert!(says(frame, "A: go there", Colour::STRAW), "{size:?}");
                assert!(says(frame, "←→: choose", Colour::GREY), "{size:?}");
            });
            driver.tap(Button::L);
            assert_eq!(driver.app.screen(), ScreenName::Map);
        }
    }
}

// W20: the name of each place and the hint fit side by side.
#[test]
fn long_names_leave_room_for_the_hint() {
    for floor in 1..=12 {
        let game = Scenario::new("#>@..<#").floor(floor).game();
        let title = text::floor_title(game.place(game.floor()));
        let driver = map_of(game);
        for size in SIZES {
            seen_at(&driver, size, |frame| {
                assert!(says(frame, title, Colour::GOLD), "{title} at {size:?}");
                assert!(says(frame, "L: zoom in", Colour::GREY), "{title} at {size:?}");
            });
        }
    }
}

// W20: at each size of frame and text, the known part of the floor is in the middle of its area, as large as fits.
#[test]
fn the_map_fills_its_room() {
    /// The largest side of a tile in pixels, and the number of rows of tiles.
    const TILES: (usize, usize) = (6, 13);
    /// The number of pixels left free above and below the map.
    const MARGIN: usize = 4;
    let half = "#.......#\n".repeat(5);
    let room = format!("#########\n{half}#<@.....#\n{half}#########");
    let mut driver = AppDriver::on_wide_frames(shifted(3));
    driver.tap(Button::A);
    driver.app.watch(Scenario::new(&room).floor(5).game());
    driver.tap(Button::Select);
    for (size, is_large) in SIZES.into_iter().map(|size| (size, false)).chain([((320, 180), true)])
    {
        driver.app.settings_mut().set_large_text(is_large);
        seen_at(&driver, size, |frame| {
            let (width, height) = (usize::from(frame.width()), usize::from(frame.height()));
            let legend = ocr::find(frame, "you", Colour::SILVER);
            let legend = legend.expect("the legend names the player's mark");
            let heading = usize::from(widgets::heading_height(frame.shape()).unsigned_abs());
            let is_known = |x: usize, y: usize| {
                [Colour::MAP_GROUND.0, Colour::SLATE.0].contains(&frame.pixels()[y * width + x])
            };
            let rows: Vec<usize> = (heading..height - heading)
                .filter(|&y| (0..usize::from(legend.0) - 12).any(|x| is_known(x, y)))
                .collect();
            let (top, bottom) = (rows[0], rows[rows.len() - 1] + 1);
            let tile = (bottom - top) / TILES.1;
            assert_eq!(tile * TILES.1, bottom - top, "{top} to {bottom} at {size:?}");
            let fits_more = (tile + 1) * TILES.1 <= height - 2 * heading - MARGIN;
            assert!(tile == TILES.0 || !fits_more, "{tile} pixels a tile at {size:?}");
            assert!((top + bottom).abs_diff(height) <= 1, "{top} to {bottom} at {size:?}");
        });
    }
}

// W20: a tile of the zoomed map has a fixed size. The selected landmark is always on the frame, with some ground beside
// it.
#[test]
fn the_zoomed_map_follows_the_chosen_landmark() {
    let mut driver = map_of_a_corridor(CORRIDOR);
    driver.tap(Button::L);
    for size in SIZES {
        for (name, is_right) in [("Stairs up", true), ("Stairs down", false)] {
            seen_at(&driver, size, |frame| {
                assert!(says(frame, name, Colour::WHITE), "{name} at {size:?}");
                let corner = chosen_corner(frame, ZOOMED + 2);
                let (x, y) = corner.unwrap_or_else(|| panic!("no {name} at {size:?}"));
                let line = usize::from(frame.width());
                let inside = match name {
                    "Stairs up" => Colour::GOLD,
                    _ => Colour::GOOD,
                };
                for row in y + 1..=y + ZOOMED {
                    let pixels = &frame.pixels()[row * line + x + 1..][..ZOOMED];
                    assert!(pixels.iter().all(|&pixel| pixel == inside.0), "{name} at {size:?}");
                }
                let side = if is_right { x - 2 } else { x + ZOOMED + 3 };
                let beside = frame.pixels()[(y + ZOOMED / 2) * line + side];
                let is_ground = beside == Colour::MAP_GROUND.0;
                // The player is adjacent to the stairs up.
                assert!(is_ground || is_right, "{name} at {size:?}");
                // If the player is outside the frame, an arrow at the edge points to the player.
                let colours = [Colour::WHITE, Colour::WARNING];
                let arrow = colours.into_iter().any(|colour| says(frame, "→", colour));
                assert_eq!(arrow, !is_right, "{name} at {size:?}");
            });
            driver.tap(Button::Right);
        }
    }
}

// W20, H3: the zoomed map does not show unseen tiles either.
#[test]
fn the_zoomed_map_shows_only_what_has_been_seen() {
    let mut driver = AppDriver::in_lobby(shifted(3));
    driver.app.watch(Scenario::new("#@+....<#").floor(5).game());
    driver.tap(Button::Select);
    driver.tap(Button::L);
    for size in SIZES {
        seen_at(&driver, size, |frame| {
            assert!(says(frame, "Unexplored", Colour::WHITE), "{size:?}");
            assert!(!frame.pixels().contains(&Colour::MAP_GROUND.0), "{size:?}");
            let line = usize::from(frame.width());
            let map = &frame.pixels()[14 * line..(usize::from(frame.height()) - 14) * line];
            assert!(!map.contains(&Colour::GOLD.0), "{size:?}");
            assert!(map.contains(&Colour::GREY.0), "the door at {size:?}");
        });
    }
}

// N4: while the stairs up are unknown, the map selects the nearest unexplored tile and offers to travel there.
#[test]
fn the_map_leads_to_what_is_unexplored() {
    let mut driver = AppDriver::in_lobby(shifted(3));
    driver.app.watch(Scenario::new("#>@..+....<#").floor(5).game());
    driver.tap(Button::Select);
    for size in SIZES {
        seen_at(&driver, size, |frame| {
            assert!(says(frame, "Unexplored", Colour::WHITE), "{size:?}");
        });
    }
    driver.tap(Button::A);
    driver.wait(60);
    assert_eq!(driver.app.game().player().body.pos, Pos::at(6, 1), "in the door");
}

// W20: the first request travels to the landmark selected on the zoomed map, here to a tile adjacent to the stairs
// down. A second request goes down the stairs.
#[test]
fn the_zoomed_map_sends_one_on_the_way() {
    let mut driver = map_of_a_corridor(CORRIDOR / 3);
    driver.tap(Button::L);
    driver.tap(Button::Left);
    driver.tap(Button::A);
    assert_eq!(driver.app.screen(), ScreenName::Play);
    driver.wait(600);
    assert_eq!(driver.app.game().floor().number(), 5);
    assert!(driver.app.game().player().body.pos.is_next_to(Pos::at(2, 1)));
    driver.taps(&[Button::Select, Button::Left, Button::A]);
    driver.wait(60);
    assert_eq!(driver.app.game().floor().number(), 4);
}

// W25, W15: cages and vents have different colours, which the legend explains.
#[test]
fn cages_and_vents_are_told_apart_on_the_map() {
    let scene = Scenario::new("#....#\n#.@..#\n#....#").floor(4).changed(|floor| {
        for (x, terrain) in [(3, Terrain::CageShut), (4, Terrain::VentOpen)] {
            let at = Pos::at(x, 1);
            floor.map.set(at, terrain);
        }
    });
    let mut driver = AppDriver::in_lobby(shifted(3));
    driver.app.watch(scene.game());
    driver.tap(Button::Select);
    for size in SIZES {
        seen_at(&driver, size, |frame| {
            for (word, colour) in [("cage", Colour::STRAW), ("vent", Colour::GREEN)] {
                assert!(says(frame, word, Colour::SILVER), "{word} at {size:?}");
                assert!(frame.pixels().contains(&colour.0), "{word} at {size:?}");
            }
            assert!(!says(frame, "item", Colour::SILVER), "{size:?}");
        });
    }
}

// W16: while the cameras run, the map shows all mice of the floor; otherwise it shows only mice in sight. The legend
// explains the colour of mice.
#[test]
fn the_cameras_show_mice_on_the_map() {
    let text = "#>@........#.......z#";
    for (camera_turns, is_shown) in [(30, true), (0, false)] {
        let scene = Scenario::new(text).floor(5).changed(|floor| floor.camera_turns = camera_turns);
        let mut driver = AppDriver::in_lobby(shifted(3));
        driver.app.watch(scene.game());
        driver.tap(Button::Select);
        for size in SIZES {
            seen_at(&driver, size, |frame| {
                let marks = frame.pixels().iter().filter(|&&it| it == Colour::PINK.0).count();
                assert_eq!(marks > 0, is_shown, "{size:?}");
                assert_eq!(says(frame, "enemy", Colour::SILVER), is_shown, "{size:?}");
            });
        }
    }
    // I10: an ally out of sight is shown even without cameras.
    let scene = Scenario::new(text).floor(5).changed(|floor| floor.monsters[0].is_ally = true);
    let mut driver = AppDriver::in_lobby(shifted(3));
    driver.app.watch(scene.game());
    driver.tap(Button::Select);
    for size in SIZES {
        seen_at(&driver, size, |frame| {
            assert!(has_icon(frame, &interface::ALLY) && says(frame, "ally", Colour::SILVER));
            assert!(!says(frame, "enemy", Colour::SILVER), "it is told apart from enemies");
        });
    }
    let mut driver = AppDriver::in_lobby(shifted(3));
    driver.app.watch(Scenario::new("#>@...z#").floor(5).game());
    driver.tap(Button::Select);
    seen_at(&driver, SIZES[0], |frame| assert!(says(frame, "enemy", Colour::SILVER)));
}

// W20: if there are no landmarks, a line at the bottom, below the map, says so.
#[test]
fn a_map_without_landmarks_says_so_at_its_foot() {
    let driver = map_of(Scenario::new("#@..#").play(&[Command::Wait]).game);
    for size in SIZES {
        seen_at(&driver, size, |frame| {
            let at = ocr::find(frame, words::line("map.no_landmarks"), Colour::SILVER);
            let foot = frame.height() - widgets::heading_height(frame.shape()).unsigned_abs();
            assert!(at.is_some_and(|(_, y)| y >= foot), "{at:?} at {size:?}");
        });
    }
}

// W20: the whole map also leaves a margin at its sides.
#[test]
fn a_wide_map_leaves_a_margin() {
    // Including its walls, a corridor of 31 tiles with six pixels each would fill the area beside the legend.
    let driver = map_of_a_corridor(28);
    seen_at(&driver, (240, 160), |frame| {
        let (line, y) = (usize::from(frame.width()), usize::from(frame.height() / 2));
        let legend = ocr::find(frame, "you", Colour::SILVER).expect("it names the player's mark");
        let is_black = |x: usize| frame.pixels()[y * line + x] == Colour::BLACK.0;
        let known: Vec<_> = (0..usize::from(legend.0) - 12).filter(|&x| !is_black(x)).collect();
        assert!(known[0] >= 2, "it begins at {}", known[0]);
    });
}

// W20: on the zoomed map, creatures and items are marks in the middle of their tiles. The map also follows the selected
// landmark up and down.
#[test]
fn the_zoomed_map_has_marks_in_their_tiles() {
    let corridor = "@\n".to_owned() + &".\n".repeat(33) + "?";
    let south = [Command::Walk(Direction::South); 30];
    let mut driver = map_of(Scenario::new(&corridor).floor(5).play(&south).game);
    driver.tap(Button::L);
    for size in SIZES {
        seen_at(&driver, size, |frame| {
            let (x, y) = chosen_corner(frame, ZOOMED + 2).expect("the terminal is on the frame");
            let pixel = |row: usize, column: usize| {
                frame.pixels()[(y + 1 + row) * usize::from(frame.width()) + x + 1 + column]
            };
            for (row, column) in (0..ZOOMED).flat_map(|row| (0..ZOOMED).map(move |at| (row, at))) {
                let is_mark = (2..6).contains(&row) && (2..6).contains(&column);
                let is_ground = pixel(row, column) == Colour::MAP_GROUND.0;
                assert_eq!(is_ground, !is_mark, "row {row}, column {column} at {size:?}");
            }
        });
    }
}
