//! Passes the path of the game's text, which the build of `musrex-assets` has written, to `src/view/text/words.rs`.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let text = std::env::var("DEP_MUSREX_ASSETS_TEXT").expect("musrex-assets says where it is");
    println!("cargo::rustc-env=MUSREX_TEXT={text}");
}
