//! Checks the style rules that can be checked automatically.

use musrex_testkit::source::{
    ALL_FOLDERS, Source, block_length, files, is_name, relative, sources,
};
use std::fs;

/// The maximum number of lines of a file.
const FILE_LINES_MAX: usize = 600;
/// The upper limit on the median length of the core's files, in lines.
const FILE_LINES_MEDIAN: usize = 250;
/// The number of lines that every function must stay below.
const FUNCTION_LINES: usize = 70;
/// Functions that may be longer, with their files. Each is a single `match` over all values of an enum.
const LONG_MATCHES: [(&str, &str); 1] = [("core/src/view/text/events.rs", "event_message")];
/// The path prefix of the files that may contain sentences for the player.
const SENTENCES: &str = "core/src/view/text";

#[track_caller]
fn none(faults: Vec<String>) {
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

/// Finds the positions of `word` as a whole word in `code`.
fn places<'a>(code: &'a str, word: &'a str) -> impl Iterator<Item = usize> + 'a {
    code.match_indices(word).map(|(at, _)| at).filter(move |&at| {
        let bytes = code.as_bytes();
        let before = at.checked_sub(1).map(|at| bytes[at]);
        !before.is_some_and(is_name) && !bytes.get(at + word.len()).copied().is_some_and(is_name)
    })
}

fn is_below(source: &Source, folders: &[&str]) -> bool {
    folders.iter().any(|folder| source.path.starts_with(&format!("core/src/{folder}/")))
}

// The core uses every picture and every other `pub static` of the assets.
#[test]
fn nothing_is_drawn_in_vain() {
    let core = sources("core/src");
    let is_shown = |name: &str| core.iter().any(|source| places(&source.code, name).count() > 0);
    let (mut faults, mut found) = (Vec::new(), 0);
    for source in sources("assets/src") {
        for (at, words) in source.code.match_indices("pub static ") {
            let name = source.code[at + words.len()..].split(':').next().unwrap_or_default();
            found += 1;
            if !is_shown(name) {
                faults.push(format!("{}:{} {name} is not shown", source.path, source.line_of(at)));
            }
        }
    }
    assert!(found > 50, "{found} pictures");
    none(faults);
}

/// The code before a string literal that shows that the literal is a message for programmers, not for the player.
const FOR_US: [&str; 10] = [
    "expect(",
    "assert",
    "panic!(",
    "unreachable!(",
    "ok_or(",
    "Err(",
    "reason",
    "custom(",
    "_length(",
    "doc",
];

/// Returns whether the string at `at` is part of a panic or an attribute.
fn is_for_us(source: &Source, at: usize) -> bool {
    let start = source.code[..at].rfind([';', '{', '}']).map_or(0, |start| start + 1);
    FOR_US.iter().any(|word| source.code[start..at].contains(word))
}

/// Returns whether `text` has at least two words: letters, a space, letters.
fn has_words(text: &str) -> bool {
    let words = text
        .split_whitespace()
        .filter(|word| word.chars().all(|c| c.is_alphabetic() || ",.!?'".contains(c)));
    words.count() >= 2
}

// Invariant 3: only `view/text` contains sentences. Tables of content contain names, screens and the view contain
// labels, and the rules contain no words at all.
#[test]
fn english_is_written_in_one_place() {
    let mut faults = Vec::new();
    for source in sources("core/src") {
        if source.path.starts_with(SENTENCES) {
            continue;
        }
        let may_label = is_below(&source, &["content", "screens", "view"]);
        for (at, words) in source.strings.iter().filter(|(at, _)| *at < source.tests_start) {
            let is_sentence = has_words(words) && words.trim_end().ends_with(['.', '!']);
            let is_wrong = if may_label { is_sentence } else { has_words(words) };
            if is_wrong && !is_for_us(&source, *at) {
                faults.push(format!("{}:{} says {words:?}", source.path, source.line_of(*at)));
            }
        }
    }
    none(faults);
}

// Invariant 8: the core uses no floats, and saved data contains no number whose size depends on the machine.
#[test]
fn numbers_are_the_same_on_every_machine() {
    let mut faults = Vec::new();
    for source in sources("core/src") {
        let code = source.code_in_use();
        for word in ["f32", "f64"] {
            let floats = places(code, word).map(|at| source.line_of(at));
            faults.extend(floats.map(|line| format!("{}:{line} has a {word}", source.path)));
        }
        for (at, _) in code.match_indices("Serialize").filter(|(at, _)| is_derived(code, *at)) {
            let rest = &code[at..];
            let start = rest.find([';', '{']).unwrap_or(rest.len());
            let end = if rest[start..].starts_with('{') {
                start + block_length(&rest[start..])
            } else {
                start
            };
            for word in ["usize", "isize"] {
                let all = places(&rest[..end], word).map(|place| source.line_of(at + place));
                faults.extend(all.map(|line| format!("{}:{line} saves a {word}", source.path)));
            }
        }
    }
    none(faults);
}

/// Returns whether the word at `at` is inside a `derive`.
fn is_derived(code: &str, at: usize) -> bool {
    let line = code[..at].rfind("#[").unwrap_or(0);
    code[line..at].starts_with("#[derive(") && !code[line..at].contains(']')
}

// The core uses neither `std` nor `alloc`, forbids unsafe code, and depends on no platform (invariant 11).
#[test]
fn the_core_needs_nothing() {
    let core = sources("core/src");
    let lib = core.iter().find(|source| source.path == "core/src/lib.rs").expect("it has a root");
    for attribute in ["#![no_std]", "#![forbid(unsafe_code)]"] {
        assert!(lib.code.contains(attribute), "core lacks {attribute}");
    }
    let mut faults = Vec::new();
    for source in &core {
        let code = source.code_in_use().replace("#[cfg(test)]\nextern crate std;", "");
        for word in ["std", "alloc", "unsafe", "cfg(target", "cfg(feature", "cfg_attr(feature"] {
            let found = code.match_indices(word).filter(|(at, _)| {
                let before = at.checked_sub(1).map(|at| code.as_bytes()[at]);
                let after = code.as_bytes().get(at + word.len()).copied();
                !before.is_some_and(is_name) && !after.is_some_and(is_name)
            });
            if found.count() > 0 {
                faults.push(format!("{} has {word}", source.path));
            }
        }
    }
    none(faults);
}

// No file has more than 600 lines, half of the core's files have fewer than 250, and every function has fewer than 70.
#[test]
fn files_and_functions_are_short() {
    let mut faults = Vec::new();
    for source in ALL_FOLDERS.into_iter().flat_map(sources) {
        let lines = source.text.lines().count();
        if lines > FILE_LINES_MAX {
            faults.push(format!("{} has {lines} lines", source.path));
        }
        for (name, line, length) in source.functions() {
            let is_match = LONG_MATCHES.contains(&(source.path.as_str(), name.as_str()));
            if length >= FUNCTION_LINES && !is_match {
                faults.push(format!("{}:{line} {name} has {length} lines", source.path));
            }
        }
    }
    none(faults);
    let mut lengths: Vec<usize> =
        sources("core/src").iter().map(|source| source.text.lines().count()).collect();
    lengths.sort_unstable();
    let median = lengths[lengths.len() / 2];
    assert!(median < FILE_LINES_MEDIAN, "half of the core's files have {median} lines or more");
}

/// Words to which this code once gave its own meaning, each with the word that replaces it.
const OLD_WORDS: [(&str, &str); 59] = [
    ("strokes", "kernels"),
    ("Paving", "TileRow"),
    ("Cutting", "ClippedSprite"),
    ("Letter", "Glyph"),
    ("Looks", "AutotileCache"),
    ("join_walls", "autotile_walls"),
    ("veil", "override_shade"),
    ("dusk", "dim_below"),
    ("turn_to", "flip_to"),
    ("ways", "distances or map"),
    ("spread", "expand"),
    ("toward_start", "descend"),
    ("Front", "Frontier"),
    ("falter", "lose_turn"),
    ("overrule", "apply_impairments"),
    ("stagger", "random_direction"),
    ("bury", "kill"),
    ("Sting", "OnHitEffect"),
    ("Character", "Trait"),
    ("Mind", "AiState"),
    ("Journey", "AutoTravel"),
    ("Stop", "Interrupt"),
    ("trail", "chase_map"),
    ("recall", "rebuild_floor"),
    ("unbuilt", "placeholder"),
    ("unstaged", "placeholder"),
    ("Worth", "BonusScaling"),
    ("Brew", "PotionEffect"),
    ("niches", "vaults"),
    ("Flaw", "ValidationError"),
    ("Outlook", "Transition"),
    ("Telling", "ScrollingLog"),
    ("Harms", "DamageLog"),
    ("Toll", "DamageTotal"),
    ("Hands", "InputScheme or AppDriver"),
    ("stir", "mix_entropy"),
    ("Facts", "TitleViewModel"),
    ("Keeper", "SaveManager"),
    ("keeper", "manager"),
    ("Standing", "State"),
    ("recognise", "mount"),
    ("survey", "scan"),
    ("sweep", "recover"),
    ("Shortcut", "WindowedFlash"),
    ("Trouble", "SaveError"),
    ("Note", "LoadWarning"),
    ("reel", "replay_player"),
    ("Tape", "ReplayReader"),
    ("Keep", "SaveHandle"),
    ("Pace", "FrameTimer"),
    ("Happenings", "WindowEvents"),
    ("take_news", "poll_events"),
    ("mailbox", "debug_port"),
    ("Shared", "VolatileCell"),
    ("carve", "fixtures"),
    ("Twin", "Reference"),
    ("Pair", "Lockstep"),
    ("walker", "policy_bot"),
    ("museum", "compatibility"),
];

/// Names that only content may use. Rules must ask for a class, a trait, a deed, an effect or a table row instead.
const NAMES_OF_CONTENT: [&str; 3] = ["MonsterKind::", "Firmware::", "PlaceKind::"];

// A new monster, firmware or place is only a table row. No rule, floor or bot checks for one by name, or for the throne
// floor by number.
#[test]
fn no_rule_names_a_kind() {
    let folders = ["rules", "world", "worldgen", "bots", "sound"];
    let mut faults = Vec::new();
    for source in folders.iter().flat_map(|folder| sources(&format!("core/src/{folder}"))) {
        let code = source.code_in_use();
        for prefix in NAMES_OF_CONTENT {
            for (at, _) in code.match_indices(prefix) {
                let name: Vec<u8> =
                    code[at + prefix.len()..].bytes().take_while(|&b| is_name(b)).collect();
                let is_variant = name.iter().any(u8::is_ascii_lowercase)
                    && name.first().is_some_and(u8::is_ascii_uppercase);
                if is_variant {
                    faults.push(format!("{}:{} names a kind", source.path, source.line_of(at)));
                }
            }
        }
        let is_bound = ["core/src/world/packing/monster.rs"].contains(&&*source.path);
        for (at, _) in code.match_indices("Floor::THRONE").filter(|_| !is_bound) {
            faults.push(format!("{}:{} names a floor", source.path, source.line_of(at)));
        }
    }
    none(faults);
}

// Each concept has one word, which is common in its field. No name uses one of the old words.
#[test]
fn nothing_has_a_name_of_the_old_dialect() {
    let mut faults = Vec::new();
    for source in [
        "assets/src",
        "core",
        "desktop/src",
        "handheld",
        "desktop/piano_roll",
        "desktop/support",
        "desktop/tools",
        "tests/testkit/src",
        "tests/tests",
    ]
    .into_iter()
    .flat_map(sources)
    {
        for (old, new) in OLD_WORDS {
            faults
                .extend(places(&source.code, old).map(|at| {
                    format!("{}:{} {old} is now {new}", source.path, source.line_of(at))
                }));
        }
    }
    none(faults);
}

/// Returns the lines, counted from 1, with a `match` arm that only replaces a condition.
fn arms_of_conditions(source: &Source) -> Vec<usize> {
    let is_arm = |line: &str| {
        let line = line.trim();
        ["true", "false"].iter().any(|word| {
            let rest = line.strip_prefix(word).unwrap_or("");
            rest.starts_with(" =>") || (rest.starts_with(" if ") && rest.contains("=>"))
        }) || line.contains("match () {")
    };
    let lines = (1..).zip(source.code.lines());
    lines.filter(|(_, line)| is_arm(line)).map(|(number, _)| number).collect()
}

// A condition is written as an `if`, not as a `match`.
#[test]
fn conditions_are_written_as_conditions() {
    let mut faults = Vec::new();
    for source in ALL_FOLDERS.into_iter().chain(["assets/build"]).flat_map(sources) {
        let lines = arms_of_conditions(&source);
        faults.extend(lines.iter().map(|line| format!("{}:{line} is an `if`", source.path)));
    }
    none(faults);
}

/// Attributes and functions that the core uses only for the Game Boy Advance.
const TARGET_CODE: [&str; 6] =
    ["#[inline(never)]", "#[inline(always)]", "#[cold]", "repr(C)", "repr(align", "= black_box("];
/// Words about the Game Boy Advance, in lower case.
const TARGET_WORDS: [&str; 4] = ["gba", "iwram", "ewram", "thumb"];
/// The beginning of the comment above such code. The comment is one line that states what the code does for the
/// machine, and why.
const TARGET_MARK: &str = "// Target: GBA. ";
/// The beginning of a comment about all inlined functions of a file, which has at most one such comment.
const FILE_MARK: &str = "// Target: GBA, all of this file. Inlined: ";

/// Returns the lines, counted from 1, that violate the rules for machine-specific code. A line is faulty in three
/// cases: it has target code without a target comment directly above, it has a target word outside a target comment, or
/// it is the second line of a target comment.
fn unmarked_lines(source: &Source) -> Vec<usize> {
    let lines: Vec<&str> = source.text.lines().map(str::trim).collect();
    let is_marked = |line: &str| line.starts_with(TARGET_MARK) || line.starts_with(FILE_MARK);
    let inlines_all = lines.iter().any(|line| line.starts_with(FILE_MARK));
    let needs_mark = |index: usize, code: &str| {
        let above = lines[..index].iter().rev();
        let mut notes = above.take_while(|line| line.starts_with("//") || line.starts_with("#["));
        let is_inlined = inlines_all && code.contains("#[inline(always)]");
        TARGET_CODE.iter().any(|part| code.contains(part))
            && !is_inlined
            && !notes.any(|line| line.starts_with(TARGET_MARK))
    };
    let is_outside = |index: usize| {
        let text = lines[index].to_lowercase();
        let has_word = TARGET_WORDS.iter().any(|word| places(&text, word).count() > 0);
        let goes_on = index > 0 && is_marked(lines[index - 1]) && text.starts_with("//");
        goes_on || (has_word && !is_marked(lines[index]))
    };
    let code = source.code.lines().enumerate();
    code.filter(|&(index, code)| needs_mark(index, code) || is_outside(index))
        .map(|(index, _)| index + 1)
        .collect()
}

// A target comment marks all code that only one machine needs.
#[test]
fn code_for_one_machine_says_so() {
    let mut faults = Vec::new();
    for source in sources("core/src") {
        let lines = unmarked_lines(&source);
        faults.extend(lines.iter().map(|line| format!("{}:{line} lacks a mark", source.path)));
    }
    none(faults);
}

/// The top folders of absolute paths that exist on every machine of a kind.
const SYSTEM_FOLDERS: [&str; 5] = ["usr", "dev", "proc", "sys", "DISCARD"];

/// Returns the paths in `text` that lead out of the project. `folders` is the depth of the file below the project's
/// root. Such paths are absolute paths, except system paths, and relative paths with too many steps up.
fn paths_outside(text: &str, folders: usize) -> impl Iterator<Item = &str> {
    let ends = |c: char| c.is_whitespace() || "\"'`()[]{}=,;|".contains(c);
    text.split(ends).filter(move |path| {
        let mut steps = path.split('/');
        match (steps.next(), steps.next(), steps.next()) {
            (Some(""), Some(first), Some(_)) => {
                let is_name = first.starts_with(|c: char| c.is_ascii_alphabetic());
                is_name && !SYSTEM_FOLDERS.contains(&first)
            }
            _ => path.split('/').take_while(|step| *step == "..").count() > folders,
        }
    })
}

// No file contains a path that exists on only one machine, or a path outside the project.
#[test]
fn nothing_names_somebodys_machine() {
    let endings = [".rs", ".md", ".toml", ".txt", ".yml", ".sh", ".json", ".x", ".ld"];
    let mut faults = Vec::new();
    for path in files("", &endings) {
        let name = relative(&path);
        if name.starts_with("tests/golden/") {
            continue;
        }
        let text = fs::read_to_string(&path).unwrap_or_default();
        let found = paths_outside(&text, name.matches('/').count());
        faults.extend(found.map(|place| format!("{name} names {place}")));
    }
    none(faults);
}

// The checks above can fail: each check finds an example of the fault that it looks for.
#[test]
fn the_checks_find_what_they_look_for() {
    let source = |text: &str| Source::parse("core/src/rules/x.rs".to_owned(), text.to_owned());
    let words = source("say(\"The rat bites you.\"); x.expect(\"rats are real\");");
    let wrong: Vec<bool> =
        words.strings.iter().map(|(at, text)| has_words(text) && !is_for_us(&words, *at)).collect();
    assert_eq!(wrong, [true, false]);
    assert!(is_derived("#[derive(Clone, Serialize)]\nstruct A;", 16));
    assert!(!is_derived("use serde::Serialize;", 11));
    let arms = "match a {\n true => 1,\n false if b => 2,\n _ => 3 }\nmatch () {";
    assert_eq!(arms_of_conditions(&source(arms)), [2, 3, 5]);
    let targets = "\
        // Target: GBA. Not inlined: keeps IWRAM\n// free.\n#[inline(never)]\n\
        fn a() {}\n#[cold]\nfn b() {}\n#[inline(always)]\n// IWRAM";
    assert_eq!(unmarked_lines(&source(targets)), [2, 5, 7, 8]);
    let kernels = "// Target: GBA, all of this file. Inlined: x.\n#[inline(always)]\n#[cold]";
    assert_eq!(unmarked_lines(&source(kernels)), [3]);
    assert_eq!(places("a usize, usizes", "usize").collect::<Vec<_>>(), [2]);
    // The paths are assembled here, because the checks also read this file.
    let paths = ["opt", "x"].map(|folder| format!("/{folder}/y"));
    let text = format!("see `{}`, \"{}\" and ../../z/, ../z, /usr/bin", paths[0], paths[1]);
    let found: Vec<&str> = paths_outside(&text, 1).collect();
    let steps = ["..", "..", "z", ""].join("/");
    assert_eq!(found, [paths[0].as_str(), &paths[1], &steps]);
}
