//! Tests of the tools: simulations, the decision meter, the counts of presses, music, and the files of a release.

mod meter;
mod music;
mod presses;
mod release_files;
mod simulate;
