//! Tests of the tools: the simulations, the decision meter, the counts of presses and the files of a release.

mod meter;
mod presses;
mod release_files;
mod simulate;
