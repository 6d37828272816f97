//! Checks the order of the modules: each module uses only modules that come before it in the list of layers.

use musrex_testkit::layers::Crate;
use musrex_testkit::source::{is_name, sources};

/// The layers of the core, the lowest first. Each inner list is a layer. A module may also use the modules before it in
/// its own layer.
const LAYERS: [&[&str]; 12] = [
    // base
    &[
        "limits", "quantity", "geometry", "dice", "bits", "poll", "input", "chords", "controls",
        "seed", "settings",
    ],
    &["content"],
    &["world"],
    &["worldgen", "rules", "bots"],
    &["replay", "save"],
    &["raster"],
    &["view"],
    &["sound"],
    &["session"],
    &["screens"],
    &["app"],
    &["host"],
];

fn read(folder: &str) -> Crate {
    Crate::new(folder, sources(folder))
}

// Invariant 1: every dependency in the core leads to a module before it in the list of layers.
#[test]
fn a_module_names_only_what_stands_below_it() {
    let order: Vec<&str> = LAYERS.into_iter().flatten().copied().collect();
    let rank = |module: &str| {
        let rank = order.iter().position(|name| *name == module);
        rank.unwrap_or_else(|| panic!("core/src/{module} has no place in the list of layers"))
    };
    let core = read("core/src");
    let mut faults = Vec::new();
    for arrow in core.arrows() {
        let (from, to) = (&arrow.from[0], &arrow.to[0]);
        if rank(from) < rank(to) {
            faults.push(format!("{}: {from} names {to}, which stands above it", arrow.place));
        }
    }
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

// The module `raster` does not depend on the game: it uses no other module of the core.
#[test]
fn raster_stands_alone() {
    let core = read("core/src");
    let mut faults = Vec::new();
    for arrow in core.arrows() {
        if arrow.from[0] == "raster" && arrow.to[0] != "raster" {
            faults.push(format!("{}: raster names {}", arrow.place, arrow.to[0]));
        }
    }
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

// No file of a crate depends on itself through other files. This rule also applies to a module and the files inside it.
#[test]
fn no_files_form_a_circle() {
    let mut faults = Vec::new();
    for folder in [
        "assets/src",
        "core/src",
        "desktop/src",
        "handheld/chip/src",
        "handheld/gba/src",
        "handheld/libretro/src",
        "handheld/picosystem/src",
        "handheld/src",
        "handheld/template/src",
        "desktop/piano_roll/src",
        "desktop/support/src",
        "desktop/tools/src",
        "tests/testkit/src",
    ] {
        faults.extend(read(folder).circles());
    }
    assert!(faults.is_empty(), "these arrows run in circles:\n{}", faults.join("\n"));
}

// A screen consists of a file and one line in the list of screens. No other code names the screen.
#[test]
fn a_screen_is_a_file_and_one_line() {
    const LIST: &str = "core/src/screens/list.rs";
    let all = sources("core/src");
    let list = all.iter().find(|source| source.path == LIST).expect("the list of screens");
    let mut screens = Vec::new();
    for source in all.iter().filter(|source| source.path.starts_with("core/src/screens/")) {
        for (at, start) in source.code.match_indices("impl Screen for ") {
            let rest = &source.code[at + start.len()..];
            let name: String = rest.bytes().take_while(|&b| is_name(b)).map(char::from).collect();
            screens.push((source, name));
        }
    }
    assert!(screens.len() > 10, "screens are found by their `impl Screen for`");
    for (file, name) in screens {
        let module = file.path.trim_start_matches("core/src/screens/").trim_end_matches(".rs");
        let entry = format!("{module}::{name},");
        assert!(list.code.contains(&entry), "{name} of {} is not in {LIST}", file.path);
        for other in all.iter().filter(|other| ![LIST, file.path.as_str()].contains(&&*other.path))
        {
            let names = other.code.contains(&format!("{module}::{name}"));
            assert!(!names, "{} names the screen {name}, which only {LIST} may", other.path);
        }
    }
}
