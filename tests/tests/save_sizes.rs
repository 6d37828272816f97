//! How large saves are, and what they wear.

use musrex_core::save::sizes;
use musrex_tests::flash::SECTOR;
use musrex_tests::saves::Player;

#[test]
fn a_typical_run_is_less_than_half_of_its_plain_record() {
    let (mut packed, mut plain) = (0, 0);
    for seed in 0..20 {
        let mut player = Player::new(seed);
        for turn in 0..600 {
            if !player.is_playing() {
                break;
            }
            player.turn();
            if turn % 50 == 49 && player.is_playing() {
                let sizes = sizes(&player.game);
                packed += sizes.run + sizes.floors;
                plain += sizes.plain;
            }
        }
    }
    println!("packed {packed}, plain {plain}");
    assert!(packed * 2 < plain);
}

#[test]
fn wear_is_close_to_the_ideal() {
    let mut player = Player::new(11);
    let (mut seed, mut turns) = (100, 0);
    while turns < 20_000 {
        player.turn();
        turns += 1;
        if !player.is_playing() {
            seed += 1;
            player.begin(seed);
        }
    }
    let flash = player.keeper.flash();
    let (erased, written) = (flash.erased, flash.written);
    // What is erased at last was written at first: the ring is not counted before it is round.
    println!(
        "erases per 1,000 turns: {}.{:02}; bytes written per turn: {}; ideal {}, erased {erased}",
        erased / 20,
        erased % 20 * 5,
        written / 20_000,
        written / SECTOR as u64
    );
    assert!(erased * 10 * SECTOR as u64 <= 12 * written);
}
