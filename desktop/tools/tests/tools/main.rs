//! Tests of the tools: the simulations, the decision meter and the files of a release.

mod meter;
mod release_files;
mod simulate;
