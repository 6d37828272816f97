//! Compares the type of tile sets, on which many modules depend, with plain lists.

use musrex_core::geometry::{Pos, TileSet};
use musrex_core::limits::TILES;
use musrex_testkit::fixtures::TestRng;
use proptest::prelude::*;

/// Generates sets of tiles with various densities.
fn some_tiles() -> impl Strategy<Value = Vec<Pos>> {
    (any::<u64>(), 0..=100u32).prop_map(|(seed, percent)| {
        let mut rng = TestRng(seed);
        (0..TILES).map(Pos::from_index).filter(|_| rng.below(100) < percent).collect()
    })
}

proptest! {
    #![proptest_config(musrex_testkit::property_config!())]

    #[test]
    fn a_set_is_the_list_of_its_tiles(tiles in some_tiles()) {
        let mut set = TileSet::EMPTY;
        tiles.iter().for_each(|&pos| set.insert(pos));
        prop_assert_eq!(usize::from(set.len()), tiles.len());
        prop_assert_eq!(set.is_empty(), tiles.is_empty());
        prop_assert_eq!(set.iter().collect::<Vec<_>>(), &tiles[..]);
        for before in [0, 1, tiles.len() / 2, tiles.len(), TILES] {
            prop_assert_eq!(set.nth(before), tiles.get(before).copied());
        }
        let is_at_edge = |pos: &Pos| pos.is_border() || !pos.neighbours().all(|n| set.contains(n));
        let edge: Vec<Pos> = tiles.iter().copied().filter(is_at_edge).collect();
        let mut less = set.clone();
        tiles.iter().step_by(3).for_each(|&pos| less.remove(pos));
        let kept = tiles.iter().copied().enumerate().filter(|(at, _)| at % 3 != 0);
        prop_assert_eq!(less.iter().collect::<Vec<_>>(), kept.map(|it| it.1).collect::<Vec<_>>());
        prop_assert_eq!(set.edge().iter().collect::<Vec<_>>(), edge);
    }
}
