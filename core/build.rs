//! Tells `src/view/text/words.rs` where the build of `musrex-assets` wrote the text of the game.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let text = std::env::var("DEP_MUSREX_ASSETS_TEXT").expect("musrex-assets says where it is");
    println!("cargo::rustc-env=MUSREX_TEXT={text}");
}
