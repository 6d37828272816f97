//! The list of all screens. A new screen is a file in this folder, which implements
//! [`Screen`](super::screen::Screen), its `mod` line in `mod.rs`, and a line here.

/// Calls the macro `$make` with all screens: for each its description, its name, its type, and its
/// name in a state file.
macro_rules! with_all_screens {
    ($make:ident) => {
        $make! {
            /// The title.
            Title: title::Title, "title";
            /// The choice of a run.
            NewRun: new_run::NewRun, "new_run";
            /// The game itself.
            Play: play_screen::PlayScreen, "play";
            /// The darkness between two floors.
            FloorChange: floor_change::FloorChange, "floor";
            /// Looking around.
            Look: look::Look, "look";
            /// Choosing where an item is thrown.
            Aim: aim::Aim, "aim";
            /// The choice of a vault.
            Pedestal: pedestal::Pedestal, "pedestal";
            /// The map of the floor.
            Map: floor_map::FloorMap, "map";
            /// The pause menu.
            Menu: pause::Pause, "menu";
            /// The pack.
            Pack: pack::PackScreen, "pack";
            /// The message history.
            History: history::History, "history";
            /// The hall of fame.
            Hall: hall::Hall, "hall";
            /// The controls.
            Help: help::Help, "help";
            /// The options.
            Options: options::Options, "options";
            /// The choice of keys.
            Keys: keys::Keys, "keys";
            /// The end of a lost run.
            Death: ending::Ending, "death";
            /// The end of a won one.
            Victory: ending::Ending, "victory";
        }
    };
}

pub(super) use with_all_screens;
