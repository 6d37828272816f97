//! The random generators. [`Dice`] rolls for the rules: its state is saved, and its rolls are the same on every
//! machine. `VisualDice` rolls for the screen and never affects a rule. The two generators are separate types, so that
//! code cannot mix them up.
//!
//! Both generators are Marsaglia's xorshift128 ("Xorshift RNGs", 2003).

use core::ops::RangeInclusive;
use serde::{Deserialize, Serialize};

/// The dice of the rules. The state of these dice is part of the game and of a save.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dice(Xorshift);

/// The purpose of a set of dice. Each purpose has its own stream: rolls for one purpose never change the rolls for
/// another (W3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stream {
    /// The dice of play.
    Play,
    /// The dice that give each potion its colour.
    Colours,
    /// A draw that decides something for the whole run.
    Tower(Draw),
    /// The choice of the grafts (permanent abilities) that a level offers. The number counts the grafts that the player
    /// took before.
    Grafts(u8),
    /// The things that a night, a level of difficulty, adds to the floor of this number (H16).
    Night(u8),
    /// The layout and population of a floor. The numbers are the floor's number and the count of failed tries to build
    /// it.
    Floor(u8, u16),
}

/// A draw that is made once for the whole tower. Each draw has its own dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Draw {
    /// The kits in the lockers (W30).
    Kits,
    /// The items that the run leaves out, and the order in which vaults offer the others (I16).
    Finds,
    /// The kinds of monsters that are missing from each band, a group of floors (M18).
    Kinds,
    /// The order of the places in each band (W20).
    Places,
    /// The order of the named mice (M19).
    Named,
    /// The only means of pushing monsters that the run contains (I17).
    Pushing,
}

impl Dice {
    /// Creates the dice of `stream` for the run of `seed`.
    pub const fn new(seed: u64, stream: Stream) -> Dice {
        let tag = match stream {
            Stream::Play => 0,
            Stream::Colours => u64::MAX - 1,
            Stream::Tower(draw) => u64::MAX - 2 - draw as u64,
            Stream::Grafts(before) => u64::MAX - 16 - before as u64,
            Stream::Night(floor) => u64::MAX - 32 - floor as u64,
            Stream::Floor(floor, attempt) => 1 + floor as u64 + ((attempt as u64) << 8),
        };
        Dice(seeded(seed, tag))
    }

    /// Rolls a number in `range`, both ends included. All numbers are equally likely.
    ///
    /// # Panics
    /// Panics if the range is empty.
    pub fn uniform(&mut self, range: RangeInclusive<u32>) -> u32 {
        uniform(&mut self.0, range)
    }

    /// Rolls a number in a `range` of 16-bit numbers, both ends included. All numbers are equally likely.
    ///
    /// # Panics
    /// Panics if the range is empty.
    pub(crate) fn uniform_u16(&mut self, range: RangeInclusive<u16>) -> u16 {
        let roll = self.uniform(u32::from(*range.start())..=u32::from(*range.end()));
        u16::try_from(roll).expect("rolled between 16-bit bounds")
    }

    /// Returns true with a chance of 1 in `n`.
    ///
    /// # Panics
    /// Panics if `n` is zero.
    pub fn one_in(&mut self, n: u32) -> bool {
        self.uniform(1..=n) == 1
    }

    /// Rolls an index below `count`; all indices are equally likely. Returns `None` if `count` is zero.
    pub fn index(&mut self, count: usize) -> Option<usize> {
        let last = u32::try_from(count.checked_sub(1)?).expect("more choices than 32 bits count");
        Some(self.uniform(0..=last) as usize)
    }
}

impl Dice {
    /// Shuffles `things`; every order is equally likely (Fisher and Yates).
    pub(crate) fn shuffle<T>(&mut self, things: &mut [T]) {
        for last in (1..things.len()).rev() {
            things.swap(last, self.index(last + 1).expect("there is something to choose from"));
        }
    }

    /// Returns the generator's four words.
    pub(crate) const fn state(&self) -> [u32; 4] {
        self.0.0
    }

    /// Returns whether the generator can be in this state: its words must not all be zero.
    pub(crate) fn is_valid_state(&self) -> bool {
        self.state() != [0; 4]
    }
}

/// The dice of the screen, for effects that look random and have no meaning.
#[derive(Clone, Debug)]
pub(crate) struct VisualDice(Xorshift);

impl VisualDice {
    /// Creates the dice for `seed`.
    pub(crate) fn new(seed: u64) -> VisualDice {
        VisualDice(seeded(seed, u64::MAX))
    }

    /// Rolls a number in `range`, both ends included. All numbers are equally likely.
    ///
    /// # Panics
    /// Panics if the range is empty.
    pub(crate) fn uniform(&mut self, range: RangeInclusive<u32>) -> u32 {
        uniform(&mut self.0, range)
    }
}

/// Mixes the bits of a number with SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators",
/// 2014).
// Target: GBA. Not inlined: the linker script puts it into fast memory by its name.
#[inline(never)]
pub const fn mix(number: u64) -> u64 {
    let mut z = number.wrapping_add(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// Inverts [`mix`]: returns the number whose mix is `mixed`.
pub(crate) const fn unmix(mixed: u64) -> u64 {
    let mut z = mixed ^ (mixed >> 31) ^ (mixed >> 62);
    z = z.wrapping_mul(const { inverse(0x94D0_49BB_1331_11EB) });
    z = (z ^ (z >> 27) ^ (z >> 54)).wrapping_mul(const { inverse(0xBF58_476D_1CE4_E5B9) });
    (z ^ (z >> 30) ^ (z >> 60)).wrapping_sub(0x9E37_79B9_7F4A_7C15)
}

/// Returns the multiplicative inverse of an odd number modulo 2^64. Newton's method starts with 3 correct bits, and
/// each step doubles the number of correct bits.
const fn inverse(odd: u64) -> u64 {
    let mut inverse = odd;
    let mut bits = 3;
    while bits < u64::BITS {
        inverse = inverse.wrapping_mul(2_u64.wrapping_sub(odd.wrapping_mul(inverse)));
        bits *= 2;
    }
    inverse
}

const _: () =
    assert!(unmix(mix(0)) == 0 && unmix(mix(0x0123_4567_89AB_CDEF)) == 0x0123_4567_89AB_CDEF);

/// The four words of a generator. At least one word is not zero: from all zeros, only zeros would follow.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Xorshift([u32; 4]);

impl Xorshift {
    fn next_u32(&mut self) -> u32 {
        let [first, second, third, fourth] = self.0;
        let mixed = first ^ first << 11;
        let next = fourth ^ fourth >> 19 ^ mixed ^ mixed >> 8;
        self.0 = [second, third, fourth, next];
        next
    }
}

/// Returns the generator for a seed and a tag. The words are never all zero, because `mix(0)` is not zero.
const fn seeded(seed: u64, tag: u64) -> Xorshift {
    let low = mix(seed ^ mix(tag));
    let high = mix(low);
    Xorshift([low_half(low), low_half(low >> 32), low_half(high), low_half(high >> 32)])
}

/// Rolls by Lemire's multiply-and-reject ("Fast random integer generation in an interval", 2019). The method has no
/// bias and rarely divides.
fn uniform(generator: &mut Xorshift, range: RangeInclusive<u32>) -> u32 {
    let (start, end) = range.into_inner();
    assert!(start <= end, "a roll needs something to choose from");
    let Some(span) = (end - start).checked_add(1) else { return generator.next_u32() };
    let mut product = u64::from(generator.next_u32()) * u64::from(span);
    if low_half(product) < span {
        let rejected = span.wrapping_neg() % span;
        while low_half(product) < rejected {
            product = u64::from(generator.next_u32()) * u64::from(span);
        }
    }
    start + (product >> 32) as u32
}

#[expect(clippy::cast_possible_truncation, reason = "the low half is what is asked for")]
const fn low_half(product: u64) -> u32 {
    product as u32
}
