//! The dependencies between the files of a crate, as found in `use` lines and in other paths of the code.

use crate::source::{Source, is_name};
use std::collections::{BTreeMap, BTreeSet};

/// A dependency: one file uses a name of another file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Arrow {
    /// The module of the file that uses the name, such as `["rules", "turn"]`.
    pub from: Vec<String>,
    /// The module of the file that defines the name.
    pub to: Vec<String>,
    /// The position of the name, as `path:line`.
    pub place: String,
}

/// The files of a crate, keyed by their module paths. The path of the crate's root is empty.
pub struct Crate {
    sources: BTreeMap<Vec<String>, Source>,
    /// The folder that contains the root of the crate, such as `core/src`.
    folder: String,
}

impl Crate {
    /// Makes a crate of the files in `folder`, which contains the root of the crate.
    pub fn new(folder: &str, sources: Vec<Source>) -> Crate {
        let by_module = |source: Source| (module_of(folder, &source.path), source);
        let sources = sources.into_iter().map(by_module).collect();
        Crate { sources, folder: folder.to_owned() }
    }

    /// Returns all arrows between different files, except arrows from or to the root of the crate. If a module
    /// re-exports a name from one of its files, the arrow leads to that file.
    pub fn arrows(&self) -> Vec<Arrow> {
        let mut arrows = Vec::new();
        for (module, source) in &self.sources {
            for Path { at, names, .. } in paths(source.code_in_use()) {
                let names = self.relative_to(module, &names);
                let Some(to) = self.resolve(module, &names, &mut BTreeSet::new()) else { continue };
                if to != *module && !to.is_empty() && !module.is_empty() {
                    let place = format!("{}:{}", source.path, source.line_of(at));
                    arrows.push(Arrow { from: module.clone(), to, place });
                }
            }
        }
        arrows
    }

    /// Returns the module of the file that defines `path`; `None` for other crates.
    fn resolve(
        &self,
        from: &[String],
        path: &[String],
        seen: &mut BTreeSet<Vec<String>>,
    ) -> Option<Vec<String>> {
        let mut at = match path[0].as_str() {
            "crate" => Vec::new(),
            "self" => from.to_vec(),
            "super" => from[..from.len().checked_sub(1)?].to_vec(),
            _ => return None,
        };
        let mut rest = &path[1..];
        while let Some(next) = rest.first() {
            if next == "super" {
                at.pop();
            } else {
                at.push(next.clone());
                if !self.sources.contains_key(&at) {
                    at.pop();
                    break;
                }
            }
            rest = &rest[1..];
        }
        // Perhaps the module does not define the name, but re-exports it from another file. A re-export that leads
        // back to its own module is not followed.
        if let Some(name) = rest.first() {
            if !seen.insert(at.iter().chain([name]).cloned().collect()) {
                return None;
            }
            for passed_on in paths(self.sources[&at].code_in_use()) {
                if passed_on.is_import && passed_on.names.last() == Some(name) {
                    let relative = self.relative_to(&at, &passed_on.names);
                    if let Some(to) = self.resolve(&at, &relative, seen) {
                        return Some(to);
                    }
                }
            }
        }
        Some(at)
    }

    /// Returns `path`, with `self` in front if the path begins with a child of `module`.
    fn relative_to(&self, module: &[String], path: &[String]) -> Vec<String> {
        let child: Vec<String> = module.iter().chain(path.first()).cloned().collect();
        if self.sources.contains_key(&child) {
            std::iter::once("self".to_owned()).chain(path.iter().cloned()).collect()
        } else {
            path.to_vec()
        }
    }

    /// Returns the arrows that belong to circular dependencies, each as a line with its position. The list is empty if
    /// no file depends on itself through other files.
    pub fn circles(&self) -> Vec<String> {
        let arrows = self.arrows();
        let mut below: BTreeMap<&[String], BTreeSet<&[String]>> = BTreeMap::new();
        for arrow in &arrows {
            below.entry(&arrow.from).or_default().insert(&arrow.to);
        }
        let reaches = |from: &Arrow| {
            let mut seen = BTreeSet::from([from.to.as_slice()]);
            let mut waiting = vec![from.to.as_slice()];
            while let Some(next) = waiting.pop() {
                waiting.extend(below.get(next).into_iter().flatten().filter(|to| seen.insert(to)));
            }
            seen.contains(from.from.as_slice())
        };
        let line = |arrow: &Arrow| {
            format!("{}: {} names {}", arrow.place, arrow.from.join("::"), arrow.to.join("::"))
        };
        let lines: BTreeSet<String> = arrows.iter().filter(|it| reaches(it)).map(line).collect();
        lines.into_iter().collect()
    }

    /// Returns the folder that contains the root of the crate.
    pub fn folder(&self) -> &str {
        &self.folder
    }
}

/// Returns the module of a file; empty for the root.
fn module_of(folder: &str, path: &str) -> Vec<String> {
    let inner = path.strip_prefix(folder).unwrap_or(path).trim_start_matches('/');
    let inner = inner.trim_end_matches(".rs").trim_end_matches("/mod");
    let is_root = matches!(inner, "lib" | "main" | "mod");
    if is_root { Vec::new() } else { inner.split('/').map(str::to_owned).collect() }
}

/// A path in the code, such as `rules::turn`.
struct Path {
    /// The offset of the path in the code, in bytes.
    at: usize,
    /// The names in the path, without the separators `::`.
    names: Vec<String>,
    /// True for a path in a `use` line.
    is_import: bool,
}

/// Returns the paths in `code`: one for each name of a `use` line, and other paths of at least two parts.
fn paths(code: &str) -> Vec<Path> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < code.len() {
        let is_start = at == 0 || !is_name(code.as_bytes()[at - 1]);
        if is_start && code[at..].starts_with("use ") {
            let end = at + code[at..].find(';').unwrap_or(code.len() - at);
            flatten(&code[at + 4..end], at + 4, &[], &mut found);
            at = end;
        } else if is_start && is_name(code.as_bytes()[at]) {
            let length = path_length(&code[at..]);
            let names: Vec<String> = code[at..at + length].split("::").map(str::to_owned).collect();
            if names.len() > 1 {
                found.push(Path { at, names, is_import: false });
            }
            at += length.max(1);
        } else {
            at += 1;
            while !code.is_char_boundary(at) {
                at += 1;
            }
        }
    }
    found
}

/// Returns the length in bytes of the path at the start of `code`.
fn path_length(code: &str) -> usize {
    let bytes = code.as_bytes();
    let mut end = 0;
    loop {
        while end < bytes.len() && is_name(bytes[end]) {
            end += 1;
        }
        if code[end..].starts_with("::") && bytes.get(end + 2).copied().is_some_and(is_name) {
            end += 2;
        } else {
            return end;
        }
    }
}

/// Flattens an import tree that begins at `at`, and adds its paths to `found`. Each path gets the prefix `before`.
fn flatten(tree: &str, at: usize, before: &[String], found: &mut Vec<Path>) {
    let mut depth = 0;
    let mut start = 0;
    for (end, letter) in tree.char_indices().chain([(tree.len(), ',')]) {
        match letter {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                let item = &tree[start..end];
                let lead = item.len() - item.trim_start().len();
                if !item.trim().is_empty() {
                    flatten_one(item.trim(), at + start + lead, before, found);
                }
                start = end + 1;
            }
            _ => {}
        }
    }
}

fn flatten_one(item: &str, at: usize, before: &[String], found: &mut Vec<Path>) {
    let head = item.split('{').next().unwrap_or("");
    let parts = head.split(" as ").next().unwrap_or("").split("::").map(str::trim);
    let mut names: Vec<String> =
        before.iter().cloned().chain(parts.filter(|n| !n.is_empty()).map(str::to_owned)).collect();
    if let Some(open) = item.find('{') {
        let close = item.rfind('}').unwrap_or(item.len());
        flatten(&item[open + 1..close], at + open + 1, &names, found);
        return;
    }
    names.pop_if(|name| name == "self");
    if !names.is_empty() {
        found.push(Path { at, names, is_import: true });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn crate_of(files: &[(&str, &str)]) -> Crate {
        let source =
            |&(path, text): &(&str, &str)| Source::parse(format!("x/{path}"), text.to_owned());
        Crate::new("x", files.iter().map(source).collect())
    }

    fn arrows(files: &[(&str, &str)]) -> Vec<String> {
        let arrows = crate_of(files).arrows();
        let words = |arrow: &Arrow| {
            format!("{} > {} at {}", arrow.from.join("/"), arrow.to.join("/"), arrow.place)
        };
        arrows.iter().map(words).collect()
    }

    #[test]
    fn every_way_to_name_a_file_is_an_arrow() {
        let files = [
            ("lib.rs", "pub mod a; pub mod b; pub use a::Top;"),
            ("a/mod.rs", "mod inner;\npub use inner::{Deep, Other};"),
            ("a/inner.rs", "pub struct Deep;\nfn f() { super::super::b::g() }"),
            ("b.rs", "use crate::a::{self, Deep};\n\nfn g(_: crate::Top) { core::mem::drop(1) }"),
        ];
        let expected =
            ["a/inner > b at x/a/inner.rs:2", "b > a at x/b.rs:1", "b > a/inner at x/b.rs:1"];
        let found = arrows(&files);
        for arrow in expected {
            assert!(found.contains(&arrow.to_owned()), "{arrow} is not among {found:?}");
        }
    }

    #[test]
    fn a_circle_is_found_and_a_chain_is_none() {
        let chain = [("lib.rs", ""), ("a.rs", "use crate::b;"), ("b.rs", "use crate::c::X;")];
        assert_eq!(crate_of(&chain).circles(), [""; 0]);
        let circle = [
            ("lib.rs", ""),
            ("a.rs", "use crate::b;"),
            ("b.rs", "fn f() { crate::c::g() }"),
            ("c.rs", "use super::a;"),
            ("d.rs", "use crate::a;"),
        ];
        assert_eq!(
            crate_of(&circle).circles(),
            ["x/a.rs:1: a names b", "x/b.rs:1: b names c", "x/c.rs:1: c names a"]
        );
    }

    #[test]
    fn a_module_and_its_child_can_form_a_circle() {
        let parent = ("a/mod.rs", "mod inner;\nfn f() { inner::g() }\npub struct Top;");
        let files = [("lib.rs", ""), parent, ("a/inner.rs", "use super::Top;")];
        let expected = ["x/a/inner.rs:1: a::inner names a", "x/a/mod.rs:2: a names a::inner"];
        assert_eq!(crate_of(&files).circles(), expected);
    }
}
