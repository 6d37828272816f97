//! Passes the linker script to the linker.

use std::env;

fn main() {
    let folder = env::var("CARGO_MANIFEST_DIR").expect("cargo says where the crate is");
    println!("cargo::rustc-link-arg-bins=-T{folder}/gba.ld");
    println!("cargo::rustc-link-arg-bins=--gc-sections");
    println!("cargo::rustc-link-arg-bins=-L{folder}");
    println!("cargo::rerun-if-changed=gba.ld");
    println!("cargo::rerun-if-changed=hot.ld");
}
