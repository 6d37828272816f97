//! The animation of the README. A script of buttons plays a throw, a fight and the opening of a vault.
//!
//! The floor is drawn as text, so changes of floor generation do not affect the animation, but changes of other rules
//! may. After such a change, look at the new animation, and correct the script if the heroine no longer does what the
//! comments of `SCRIPT` say.

use crate::Scenario;
use crate::app_driver::AppDriver;
use crate::picture::RgbImage;
use musrex_core::Game;
use musrex_core::content::{Bonus, Firmware, ItemKind, MonsterKind};
use musrex_core::geometry::Pos;
use musrex_core::input::{Button, Buttons, Input};
use musrex_core::quantity::Hp;
use musrex_core::raster::Frame;
use musrex_core::world::{FloorState, GroundItem, Item, Terrain, sight};

/// The time for which a frame is shown, in milliseconds. All viewers support multiples of 30 ms.
pub const FRAME_MS: u16 = 60;
/// The width of a game pixel in pixels of the animation.
pub const SCALE: usize = 2;
/// The number of app ticks per frame. These ticks take 67 ms, so the animation is slightly faster than play.
const TICKS_A_FRAME: u32 = 4;
/// The size of a Game Boy Advance's screen.
const SIZE: (u16, u16) = (240, 160);
/// The number of ticks for which a button is held.
const HELD: u32 = 2;

/// The floor with the vault, its door, and the hall with the mice.
const HALL: &str = "
    #######################
    ########O.#.OOo.O.#####
    ########.....o....#####
    ####ddd#........o.#####
    ####...L.@....n...#####
    ####...#.......rm.#####
    ########.o.....n..#####
    ########......o..o#####
    ########O.OO....O.#####
    #######################";
/// The position of the first pedestal.
const PEDESTAL: Pos = Pos::at(5, 4);

/// The buttons, each with the number of ticks until the next one. `None` presses nothing.
const SCRIPT: [(Option<Button>, u32); 16] = [
    (None, 40),
    // The heroine looks at the nearest mouse, aims a suitable item at it, and throws.
    (Some(Button::L), 48),
    (Some(Button::A), 60),
    (Some(Button::A), 60),
    // The heroine approaches the mice that come out of the gas, steps back from a marked tile, and strikes the mouse
    // that marked it.
    (Some(Button::Right), 26),
    (Some(Button::Right), 40),
    (Some(Button::Left), 30),
    (Some(Button::Right), 40),
    // The heroine goes to the door, opens it and walks in.
    (Some(Button::Left), 20),
    (Some(Button::Left), 20),
    (Some(Button::Left), 20),
    (Some(Button::Left), 30),
    (Some(Button::Left), 20),
    // The heroine compares two of the three things, and takes the second one.
    (Some(Button::Up), 64),
    (Some(Button::Left), 60),
    (Some(Button::A), 100),
];

/// Returns the frames of the animation, each shown for [`FRAME_MS`], and the game at the end.
pub fn play() -> (Vec<RgbImage>, Game) {
    let mut driver = AppDriver::in_lobby(7);
    driver.app.watch(scene());
    driver.wait(60);
    let (mut frames, mut tick) = (Vec::new(), 0);
    for (button, ticks) in SCRIPT {
        for passed in 0..ticks {
            let held = button.filter(|_| passed < HELD);
            let buttons = held.map_or(Buttons::NONE, |button| Buttons::NONE.with(button));
            driver.app.tick(Input::from(buttons));
            if tick % TICKS_A_FRAME == 0 {
                frames.push(picture(&mut driver));
            }
            tick += 1;
        }
    }
    (frames, driver.app.game().clone())
}

fn scene() -> Game {
    let carried = [ItemKind::HealthPack, ItemKind::PotionOfVenom, ItemKind::Key];
    let scene = Scenario::new(HALL).floor(12).level(8).seed(7).wears(ItemKind::Crowbar);
    carried.into_iter().fold(scene, Scenario::carries).changed(furnish).game()
}

/// Weakens the mice, places three items on the pedestals, and explores the whole floor.
fn furnish(floor: &mut FloorState) {
    for monster in &mut floor.monsters {
        let hp = if monster.kind == MonsterKind::RabidMouse { Hp(12) } else { Hp(8) };
        (monster.body.hp, monster.hp_born) = (hp, hp);
    }
    let vest = Bonus { defence: 4, hp_max: 9, ..Bonus::NONE };
    let baton = Bonus { attack_min: 4, attack_max: 9, ..Bonus::NONE };
    let chip = Bonus { hp_max: 6, ..Bonus::NONE };
    let items = [
        Item::with_bonus(ItemKind::BulletproofVest, vest),
        Item::with_bonus(ItemKind::StunBaton, baton),
        Item { firmware: Some(Firmware::Dash), ..Item::with_bonus(ItemKind::Microchip, chip) },
    ];
    for (x, item) in (PEDESTAL.x()..).zip(items) {
        let pos = Pos::at(x, PEDESTAL.y());
        floor.items.push(GroundItem { pos, item }).expect("there is room for three");
    }
    let open: Vec<Pos> = floor.map.positions_of(|terrain| terrain != Terrain::Wall).collect();
    for pos in open {
        let seen = sight::visible(floor, pos, 2);
        floor.map.explored_mut().insert_all(&seen);
    }
}

fn picture(driver: &mut AppDriver) -> RgbImage {
    let (width, height) = SIZE;
    let mut words = vec![0; Frame::words(width, height)];
    let mut frame = Frame::new(width, height, &mut words).expect("the words are enough");
    driver.app.refresh();
    driver.app.draw(&mut frame);
    RgbImage::of_frame(&frame)
}
