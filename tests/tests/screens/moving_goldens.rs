//! Compares the animation of the README with the game's pictures.

use musrex_core::content::ItemKind;
use musrex_testkit::animation;
use musrex_testkit::golden;
use musrex_testkit::moving_picture::{FRAME_MS, SCALE, play};
use std::fs;

/// The name of the golden, and its largest acceptable size in bytes. The size is limited because a web page loads the
/// file.
const NAME: &str = "play.gif";
const BYTES_MAX: usize = 400 * 1024;

// The script must end as intended, with all mice dead and the baton from the vault in the pack.
#[test]
fn the_picture_of_the_readme() {
    let (frames, game) = play();
    assert!(game.current_floor().monsters.is_empty(), "a mouse is left: mend the script");
    let has_baton = game.player().pack.iter().any(|item| item.kind == ItemKind::StunBaton);
    assert!(has_baton, "nothing was taken: mend the script");
    let found = animation::gif(&frames, FRAME_MS, SCALE);
    assert!(found.len() <= BYTES_MAX, "{} bytes are too many for a page", found.len());
    let path = golden::path(NAME);
    let wanted = fs::read(&path).unwrap_or_default();
    if wanted == found {
        return;
    }
    assert!(golden::is_blessing(), "{NAME} differs from what the game shows: `cargo bless`");
    fs::write(&path, &found).expect("the goldens can be written");
    golden::report(NAME, &format!("{} frames in {} bytes: look at it", frames.len(), found.len()));
}
