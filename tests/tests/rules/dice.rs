//! Checks that the dice are fair, and the same on every machine (A5).

use musrex_core::dice::{Dice, Stream};
use musrex_testkit::fairness::assert_fair;
use musrex_testkit::seeds::shifted;
use std::collections::BTreeSet;

fn counts(rolls: u32, seed: u64, first: u32, last: u32) -> Vec<u64> {
    let mut dice = Dice::new(shifted(seed), Stream::Play);
    let mut counts = vec![0; (last - first + 1) as usize];
    for _ in 0..rolls {
        let roll = dice.uniform(first..=last);
        assert!((first..=last).contains(&roll));
        counts[(roll - first) as usize] += 1;
    }
    counts
}

// A5: both ends belong to the range, and all its numbers are equally likely.
#[test]
fn every_number_of_a_range_is_equally_likely() {
    for (seed, (first, last)) in (1..).zip([(1, 3), (0, 1), (12, 16), (1, 19), (0, 99), (5, 5)]) {
        let counts = counts(100_000, seed, first, last);
        assert_fair(&format!("{first}..={last}"), &counts, &vec![1; counts.len()]);
    }
}

#[test]
fn a_large_range_has_no_bias_toward_its_lower_third() {
    // The range has 3 · 2³⁰ numbers. With 32-bit remainders, each number in the first third would come up twice as
    // often as each other number.
    let span = 3 << 30;
    let mut dice = Dice::new(shifted(9), Stream::Play);
    let mut thirds = [0; 3];
    for _ in 0..30_000 {
        thirds[(dice.uniform(0..=span - 1) / (1 << 30)) as usize] += 1;
    }
    assert_fair("thirds", &thirds, &[1; 3]);
}

#[test]
fn the_whole_range_of_32_bits_can_be_rolled() {
    let mut dice = Dice::new(shifted(3), Stream::Play);
    let rolls: Vec<u32> = (0..1000).map(|_| dice.uniform(0..=u32::MAX)).collect();
    assert!(rolls.iter().any(|&roll| roll > u32::MAX / 16 * 15));
    assert!(rolls.iter().any(|&roll| roll < u32::MAX / 16));
    assert_eq!(dice.uniform(u32::MAX..=u32::MAX), u32::MAX);
}

#[test]
fn one_in_n_is_true_once_in_n() {
    for n in [1, 2, 5, 10] {
        let mut dice = Dice::new(shifted(n.into()), Stream::Play);
        let hits = (0..100_000).filter(|_| dice.one_in(n)).count() as u64;
        match n {
            1 => assert_eq!(hits, 100_000),
            _ => assert_fair("one in n", &[hits, 100_000 - hits], &[1, u64::from(n) - 1]),
        }
    }
}

#[test]
fn an_index_is_below_the_count_and_there_is_none_below_zero() {
    let mut dice = Dice::new(shifted(4), Stream::Play);
    let before = dice.clone();
    assert_eq!(dice.index(0), None);
    assert!(dice == before, "where there is nothing to choose no dice are rolled");
    let mut counts = [0; 7];
    for _ in 0..70_000 {
        counts[dice.index(7).expect("seven to choose from")] += 1;
    }
    assert_fair("seven", &counts, &[1; 7]);
}

// W3: each attempt to generate a floor has its own dice, and so does the play of the run.
#[test]
fn each_floor_and_play_roll_dice_of_their_own() {
    let floors =
        (0..14).flat_map(|floor| (0..20).map(move |attempt| Stream::Floor(floor, attempt)));
    let mut first_rolls = BTreeSet::new();
    let mut count = 0;
    for seed in [0, 1, 2, u64::MAX].map(shifted) {
        for stream in floors.clone().chain([Stream::Play]) {
            let mut dice = Dice::new(seed, stream);
            let rolls: Vec<u32> = (0..4).map(|_| dice.uniform(0..=u32::MAX)).collect();
            first_rolls.insert(rolls);
            count += 1;
        }
    }
    assert_eq!(first_rolls.len(), count);
}

// Two consecutive rolls are independent.
#[test]
fn pairs_of_rolls_are_independent() {
    let mut dice = Dice::new(shifted(11), Stream::Play);
    let mut counts = [0; 36];
    for _ in 0..72_000 {
        let (a, b) = (dice.uniform(0..=5), dice.uniform(0..=5));
        counts[(6 * a + b) as usize] += 1;
    }
    assert_fair("pairs", &counts, &[1; 36]);
}

// A change of the dice would change the run of every seed. This test detects such a change, so that nobody makes it by
// accident.
#[test]
fn the_first_rolls_of_a_seed_never_change() {
    let mut dice = Dice::new(0xC0FFEE, Stream::Play);
    let rolls: Vec<u32> = (0..6).map(|_| dice.uniform(0..=999)).collect();
    assert_eq!(rolls, [385, 90, 933, 633, 287, 99]);
}
