//! Tests of the tools: the simulations, the decision meter, the counts of presses, the music and the files of a release.

mod meter;
mod music;
mod presses;
mod release_files;
mod simulate;
