//! Mus Rex on a desktop.
fn main() {}
