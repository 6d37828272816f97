//! Checks what the aim mode says about a flask (I6, I7).

use crate::aim::aim;
use musrex_core::content::{ItemKind, Status};
use musrex_core::geometry::Pos;
use musrex_core::input::Button;
use musrex_core::raster::Colour;
use musrex_core::world::FloorState;
use musrex_testkit::Scenario;
use musrex_testkit::watched::{assert_says, watch};

// I6, I7: the aim mode states how many enemies a flask would reach, and whether the flask would reach the player.
// Enemies out of sight do not count.
#[test]
fn the_aim_mode_tells_whom_a_flask_reaches() {
    let aimed = |room: &str| {
        let mut driver = watch(&Scenario::new(room).carries(ItemKind::PotionOfVenom));
        aim(&mut driver, 1);
        assert_eq!(driver.app.target(), Some(Pos::at(4, 1)));
        driver
    };
    // First one mouse hides the other; then both are in sight.
    assert_says(&aimed("#@.zS.#"), "It would reach 1 enemy", Colour::SILVER);
    let mut driver = aimed("#@.z..#\n#..S..#");
    assert_says(&driver, "It breaks. May wake mice within 7 steps", Colour::WHITE);
    assert_says(&driver, "It would reach 2 enemies", Colour::SILVER);
    driver.tap(Button::Left);
    assert_says(&driver, "It would reach 2 enemies and you", Colour::BAD);
}

// I6, I7, I8, I10: the aim mode states what a known flask does. It warns of gas that reaches the ally. It also warns of
// gas that reaches the player, unless something protects the player from gas.
#[test]
fn the_aim_mode_tells_what_a_flask_does() {
    let scene = || {
        let ally = |floor: &mut FloorState| floor.monsters[1].is_ally = true;
        Scenario::new("#@.z..#\n#..S..#").changed(ally).monster_status(Status::Stunned, 9)
    };
    let aimed = |scene: Scenario| {
        let venom = ItemKind::PotionOfVenom;
        let mut driver = watch(&scene.carries(venom).carries(venom));
        // The player drinks the first flask, and so knows the second.
        driver.taps(&[Button::Start, Button::A, Button::A, Button::A]);
        driver.wait(30);
        aim(&mut driver, 0);
        driver
    };
    let driver = aimed(scene());
    assert_says(&driver, "2 damage a turn, plus venom", Colour::SILVER);
    assert_says(&driver, "It would reach 1 enemy", Colour::SILVER);
    assert_says(&driver, "It would reach your ally", Colour::WARNING);
    let beside = |scene: Scenario, colour: Colour| {
        let mut driver = aimed(scene);
        driver.tap(Button::Left);
        assert_says(&driver, "It would reach 1 enemy and you", colour);
    };
    beside(scene(), Colour::BAD);
    beside(scene().status(Status::Immune, 9), Colour::SILVER);
}
