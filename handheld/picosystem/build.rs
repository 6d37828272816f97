//! Passes the linker scripts to the linker. The linker script of the runtime includes `memory.x`.

use std::env;

fn main() {
    let folder = env::var("CARGO_MANIFEST_DIR").expect("cargo says where the crate is");
    println!("cargo::rustc-link-arg-bins=-Tlink.x");
    println!("cargo::rustc-link-arg-bins=--nmagic");
    println!("cargo::rustc-link-arg-bins=-L{folder}");
    println!("cargo::rerun-if-changed=memory.x");
}
