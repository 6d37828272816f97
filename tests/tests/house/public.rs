//! Checks that the public interface of the core stays small. An item is public only if a host, a bot, a tool or a test
//! of a whole game needs it. All other items are `pub(crate)` and tested inside the core.

use musrex_testkit::source::sources;

/// The largest number of public lines of the core, counting items and fields. A new public item needs a reason.
const PUBLIC_LINES_MAX: usize = 1_302;

#[test]
fn the_core_shows_no_more_than_is_needed() {
    let files = sources("core/src");
    let count = files.iter().flat_map(|file| file.text.lines()).filter(|it| is_public(it)).count();
    assert!(count <= PUBLIC_LINES_MAX, "{count} public lines, at most {PUBLIC_LINES_MAX}");
    assert!(count > PUBLIC_LINES_MAX / 10 * 9, "{count} public lines: lower the limit");
}

fn is_public(line: &str) -> bool {
    line.trim_start().starts_with("pub ")
}
