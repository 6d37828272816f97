//! Checks that every relative link in a page leads to an existing file, and to an existing heading in that file.

use musrex_testkit::source::{files, relative, root};
use std::fs;
use std::path::Path;

/// Returns the targets of links and pictures in a page, except those inside code.
fn targets(page: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut is_code = false;
    for line in page.lines() {
        if line.trim_start().starts_with("```") {
            is_code = !is_code;
        }
        if is_code {
            continue;
        }
        for (start, end) in [("](", ')'), ("src=\"", '"'), ("href=\"", '"')] {
            for part in line.split(start).skip(1) {
                found.extend(part.split(end).next().map(str::to_owned));
            }
        }
    }
    found
}

/// Returns the anchor with which a link refers to a heading.
fn anchor(heading: &str) -> String {
    let text = heading.trim_start_matches('#').trim().to_lowercase();
    let kept = text.chars().filter(|&c| c.is_alphanumeric() || " -_".contains(c));
    kept.map(|c| if c == ' ' { '-' } else { c }).collect()
}

/// Checks a link in the page at `path`. Returns the fault if the link is broken.
fn fault(path: &Path, target: &str) -> Option<String> {
    if target.contains("://") || target.starts_with("mailto:") {
        return None;
    }
    let (file, heading) = target.split_once('#').unwrap_or((target, ""));
    let folder = path.parent().expect("a page lies in a folder");
    let led_to = if file.is_empty() { path.to_owned() } else { folder.join(file) };
    if !led_to.exists() {
        return Some(format!("{}: {target} leads to no file", relative(path)));
    }
    if heading.is_empty() {
        return None;
    }
    let page = fs::read_to_string(&led_to).unwrap_or_default();
    let is_there =
        page.lines().filter(|line| line.starts_with('#')).any(|line| anchor(line) == heading);
    (!is_there).then(|| format!("{}: {target} leads to no heading", relative(path)))
}

#[test]
fn every_link_of_a_page_leads_somewhere() {
    let pages = files("", &[".md"]);
    let mut links = 0;
    let mut faults = Vec::new();
    for path in &pages {
        let page = fs::read_to_string(path).expect("a page can be read");
        for target in targets(&page) {
            links += 1;
            faults.extend(fault(path, &target));
        }
    }
    assert!(links > 20, "only {links} links in {} pages", pages.len());
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

#[test]
fn a_link_to_nothing_is_found() {
    let page = root().join("README.md");
    let faults = ["LICENSE", "tests", "no.md", "CONTRIBUTING.md#no", "#licence-and-credits"]
        .map(|target| fault(&page, target).is_some());
    assert_eq!(faults, [false, false, true, true, false]);
    assert_eq!(targets("[a](b) <img src=\"c\">\n```\n[d](e)\n```\n"), ["b", "c"]);
    assert_eq!(anchor("## Where do I change …?"), "where-do-i-change-");
}
