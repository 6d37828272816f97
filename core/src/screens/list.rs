//! The list of all screens. A new screen needs a file in this folder that implements [`Screen`](super::screen::Screen),
//! a `mod` line in `mod.rs`, and a line here. The screen's arguments follow its name in that line. Other screens pass
//! the arguments with [`Transition::To`](super::transition::Transition::To), and the screen's `open` receives them.

/// Calls the macro `$make` with all screens. Each screen has a description, a name, arguments if it needs any, a type,
/// and a name for state files.
macro_rules! with_all_screens {
    ($make:ident) => {
        $make! {
            /// The title.
            Title { is_after_run: bool }: title::Title, "title";
            /// The choice of a run.
            NewRun { is_daily: bool }: new_run::NewRun, "new_run";
            /// The game itself.
            Play: play_screen::PlayScreen, "play";
            /// The card between two floors.
            FloorChange: floor_change::FloorChange, "floor";
            /// Looking at a tile.
            Look { at: Option<Pos> }: look::Look, "look";
            /// Choosing the target of a throw.
            Aim { item: u8, at: Option<Pos> }: aim::Aim, "aim";
            /// Choosing the target of the worn chip's deed.
            Deed: aim_deed::AimDeed, "deed";
            /// The choice of an item in a vault.
            Pedestal { at: Pos }: pedestal::Pedestal, "pedestal";
            /// The choice of a graft, and the list of the run's grafts.
            Graft: graft::GraftScreen, "graft";
            /// The choice of a kit.
            Locker { at: Pos }: locker::Locker, "locker";
            /// The map of the floor.
            Map: floor_map::FloorMap, "map";
            /// The pause menu.
            Menu: pause::Pause, "menu";
            /// The pack.
            Pack { aimed: Option<u8> }: pack::PackScreen, "pack";
            /// The message history.
            History: history::History, "history";
            /// The hall of fame.
            Hall { row: Option<usize> }: hall::Hall, "hall";
            /// The bestiary. The look mode opens the bestiary at the kind of the monster on the tile `at`; menus leave
            /// `at` empty.
            Bestiary { at: Option<Pos> }: bestiary::BestiaryScreen, "bestiary";
            /// The controls, and the pages of the guide.
            Help: help::Help, "help";
            /// The options.
            Options: options::Options, "options";
            /// The choice of keys.
            Keys: keys::Keys, "keys";
            /// The end of a lost run.
            Death { row: Option<usize> }: ending::Ending, "death";
            /// The end of a won run.
            Victory { row: Option<usize> }: ending::Ending, "victory";
        }
    };
}

pub(super) use with_all_screens;
