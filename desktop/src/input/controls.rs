//! The player's controls: the keyboard, the gamepads, and their key map, which the player can change.

use crate::input::key_file::KeyFile;
use crate::input::key_map::KeyMap;
use crate::input::keys::{self, WindowKey};
use crate::input::pads::{PadButton, PadChange, PadId, PadMake, Pads};
use crate::input::presses::{Press, Presses};
use minifb::Key;
use musrex_core::app::{App, ScreenName};
use musrex_core::controls::{Control, InputScheme};
use musrex_core::input::Buttons;

/// The device that the player used last. Hints name the keys or buttons of this device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Device {
    Keyboard,
    Pad(PadId, PadMake),
}

/// The keyboard and the gamepads, with the assignment of their keys and buttons.
pub(crate) struct Controls {
    presses: Presses,
    map: KeyMap,
    file: KeyFile,
    pads: Pads,
    device: Device,
}

impl Controls {
    /// Loads the key map from `file`, or uses the default key map if `has_default_keys` is true. Passes the names of
    /// the keys to `app`.
    pub(crate) fn new(
        mut file: KeyFile,
        has_default_keys: bool,
        pads: Pads,
        app: &mut App,
    ) -> Controls {
        let map = if has_default_keys { KeyMap::default() } else { file.read() };
        let device = Device::Keyboard;
        let controls = Controls { presses: Presses::default(), map, file, pads, device };
        app.set_input_scheme(controls.scheme());
        controls
    }

    /// Handles a key that goes down or up. If a window key goes down, returns its function, but not on key repeat.
    pub(crate) fn change_key(
        &mut self,
        key: Key,
        is_down: bool,
        app: &mut App,
    ) -> Option<WindowKey> {
        let press = Press::Key(key);
        if !is_down {
            self.presses.release(press);
            return None;
        }
        if self.presses.holds(press) {
            return None;
        }
        self.use_device(Device::Keyboard, app);
        if let Some(control) = app.awaited_control()
            && (key == Key::Escape || keys::name(key).is_some())
        {
            // A key press that chooses a key for a control does not press any button.
            self.presses.press(press, None);
            if key != Key::Escape {
                self.map.keys.toggle(control, key);
            }
            self.end_choice(app);
            return None;
        }
        let control = fixed_control(key, app.screen()).or_else(|| self.map.keys.control(key));
        self.presses.press(press, control);
        WindowKey::of(key)
    }

    /// Handles the events of the gamepads. While the game is paused because another window has the keyboard, gamepad
    /// presses have no effect. Returns whether a button went down while the game was not paused.
    pub(crate) fn poll_pads(&mut self, is_paused: bool, app: &mut App) -> bool {
        let mut has_press = false;
        for change in self.pads.poll() {
            match change {
                PadChange::Pressed(..) if is_paused => {}
                PadChange::Pressed(id, make, button) => {
                    has_press = true;
                    self.press_pad(id, make, button, app);
                }
                PadChange::Released(id, button) => self.presses.release(Press::Pad(id, button)),
                PadChange::Lost(id) => {
                    self.presses.release_pad(id);
                    if matches!(self.device, Device::Pad(in_use, _) if in_use == id) {
                        self.use_device(Device::Keyboard, app);
                        app.report_lost_pad();
                    }
                }
            }
        }
        has_press
    }

    /// Takes the error message about a gamepad that is plugged in but cannot be read.
    pub(crate) fn take_complaint(&mut self) -> Option<String> {
        self.pads.take_complaint()
    }

    fn press_pad(&mut self, id: PadId, make: PadMake, button: PadButton, app: &mut App) {
        let press = Press::Pad(id, button);
        if self.presses.holds(press) {
            return;
        }
        self.use_device(Device::Pad(id, make), app);
        match app.awaited_control() {
            None => self.presses.press(press, self.map.pad.control(button)),
            Some(control) => {
                self.presses.press(press, None);
                self.map.pad.toggle(control, button);
                self.end_choice(app);
            }
        }
    }

    /// Restores the default keys when the player asks for them.
    pub(crate) fn reset(&mut self, app: &mut App) {
        self.map = KeyMap::default();
        self.end_choice(app);
    }

    /// Releases all keys and buttons when the window loses the keyboard focus.
    pub(crate) fn release_all(&mut self) {
        self.presses.release_all();
    }

    /// Records the keys that were down when the window got the keyboard focus. These keys do not count as presses until
    /// they are released and pressed again.
    pub(crate) fn hold(&mut self, keys: &[Key]) {
        self.release_all();
        for &key in keys {
            self.presses.hold(Press::Key(key));
        }
    }

    /// Drops the presses that wait for a later tick, because the program was suspended (T11).
    pub(crate) fn forget_waiting(&mut self) {
        self.presses.forget_waiting();
    }

    /// Drops the presses that wait for a later tick if danger has appeared in the meantime (T11).
    pub(crate) fn forget_in_danger(&mut self, app: &App) {
        // This check for waiting presses is cheaper than the check for danger.
        if self.presses.has_waiting() && app.is_interrupted() {
            self.presses.forget_waiting();
        }
    }

    /// Returns the buttons for the next tick.
    pub(crate) fn take(&mut self) -> Buttons {
        self.presses.take()
    }

    fn end_choice(&mut self, app: &mut App) {
        self.file.write(&self.map);
        app.set_input_scheme(self.scheme());
        app.end_choice();
    }

    fn use_device(&mut self, device: Device, app: &mut App) {
        if self.device != device {
            self.device = device;
            app.set_input_scheme(self.scheme());
        }
    }

    /// Passes the names of the keys to an app.
    pub(crate) fn name_keys(&self, app: &mut App) {
        app.set_input_scheme(self.scheme());
    }

    /// Returns the name of the first key of a control.
    pub(crate) fn key_of(&self, control: Control) -> &'static str {
        self.scheme().name(control)
    }

    fn scheme(&self) -> InputScheme {
        match self.device {
            Device::Keyboard => self.map.keyboard_scheme(),
            Device::Pad(_, make) => self.map.pad_scheme(make),
        }
    }
}

/// Returns the fixed control of a key, if it has one; the player cannot change fixed controls. During play, Escape
/// opens the menu; everywhere else it goes back. On the screen of keys, Enter and the Up and Down arrows always work.
fn fixed_control(key: Key, screen: ScreenName) -> Option<Control> {
    match (key, screen) {
        (Key::Escape, ScreenName::Play) => Some(Control::Start),
        (Key::Escape, _) => Some(Control::B),
        (Key::Up, ScreenName::Keys) => Some(Control::Up),
        (Key::Down, ScreenName::Keys) => Some(Control::Down),
        (Key::Enter, ScreenName::Keys) => Some(Control::A),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::pads::{Axis, PadEvent, PadSource};
    use musrex_core::app::Setup;
    use musrex_core::host::{self, Host};
    use musrex_core::input::{Button, Input};
    use musrex_core::save::{Memory, SaveManager};
    use std::collections::VecDeque;

    /// A recording of gamepads, with a line for each poll. A line may be empty, or consist of events such as `1=045e`
    /// (gamepad 1 with this vendor id was plugged in), `1+A` (pressed), `1-A` (released), `1x80` (stick at 80 % to the
    /// right) and `1!` (unplugged).
    struct Recording(VecDeque<&'static str>);

    impl Recording {
        fn pads(text: &'static str) -> Pads {
            Pads::new(Box::new(Recording(text.lines().collect())))
        }
    }

    impl PadSource for Recording {
        fn poll(&mut self, events: &mut Vec<PadEvent>) {
            for word in self.0.pop_front().unwrap_or("").split_whitespace() {
                let id = PadId::from(word.as_bytes()[0] - b'0');
                let rest = &word[2..];
                let button = || PadButton::from_name(rest).expect("a button");
                events.push(match &word[1..2] {
                    "=" => {
                        let vendor = u16::from_str_radix(rest, 16).expect("a vendor");
                        PadEvent::Plugged(id, PadMake::of_vendor(vendor))
                    }
                    "+" => PadEvent::Button(id, button(), true),
                    "-" => PadEvent::Button(id, button(), false),
                    "x" => PadEvent::Axis(id, Axis::StickX, rest.parse().expect("percent")),
                    "!" => PadEvent::Unplugged(id),
                    _ => panic!("no event is {word}"),
                });
            }
        }
    }

    /// An app with its controls, driven by a recording of gamepad events.
    struct Table {
        app: App,
        controls: Controls,
    }

    impl Table {
        fn new(recording: &'static str) -> Table {
            let mut setup = Setup::new(7);
            setup.abilities.can_choose_keys = true;
            let mut app = App::new(setup);
            let pads = Recording::pads(recording);
            let controls = Controls::new(KeyFile::default(), false, pads, &mut app);
            Table { app, controls }
        }

        /// Plays a tick with one line of the recording. Returns the buttons that the app received.
        fn tick(&mut self) -> Buttons {
            self.controls.poll_pads(false, &mut self.app);
            let mut host = OneTick { controls: &mut self.controls, buttons: None };
            // The app has no save, so no request fails.
            let _ = host::play(&mut host, &mut self.app, &mut None::<SaveManager<Memory<Vec<u8>>>>);
            host.buttons.expect("a tick was played")
        }

        /// Taps keys one after another.
        fn tap(&mut self, keys: &[Key]) {
            for &key in keys {
                for is_down in [true, false] {
                    self.controls.change_key(key, is_down, &mut self.app);
                    self.tick();
                }
            }
        }

        /// Opens the screen of keys from the title.
        fn choose_keys(&mut self) {
            self.tap(&[Key::Up, Key::Enter, Key::Up, Key::Up, Key::Enter]);
            assert_eq!(self.app.screen(), ScreenName::Keys);
        }
    }

    /// A host that plays a single tick.
    struct OneTick<'a> {
        controls: &'a mut Controls,
        /// The buttons that the app received.
        buttons: Option<Buttons>,
    }

    impl Host for OneTick<'_> {
        fn input(&mut self) -> Option<Input> {
            let is_first = self.buttons.is_none();
            is_first.then(|| Input::from(*self.buttons.insert(self.controls.take())))
        }

        fn draw(&mut self, _: &mut App) {}

        fn reset_keys(&mut self, app: &mut App) {
            self.controls.reset(app);
        }
    }

    fn set(buttons: &[Button]) -> Buttons {
        buttons.iter().copied().collect()
    }

    #[test]
    fn every_way_has_its_keys() {
        use Button::{B, Down, Left, Right, Up};
        let directions: [(&[Button], &[Key]); 8] = [
            (&[Up], &[Key::Up, Key::W, Key::K, Key::NumPad8]),
            (&[Up, Right], &[Key::U, Key::NumPad9]),
            (&[Right], &[Key::Right, Key::D, Key::L, Key::NumPad6]),
            (&[Down, Right], &[Key::N, Key::NumPad3]),
            (&[Down], &[Key::Down, Key::S, Key::J, Key::NumPad2]),
            (&[Down, Left], &[Key::B, Key::NumPad1]),
            (&[Left], &[Key::Left, Key::A, Key::H, Key::NumPad4]),
            (&[Up, Left], &[Key::Y, Key::NumPad7]),
        ];
        for (buttons, keys) in directions {
            for &key in keys {
                for (shift, expected) in [
                    (None, set(buttons)),
                    (Some(Key::LeftShift), set(buttons).with(B)),
                    (Some(Key::RightShift), set(buttons).with(B)),
                ] {
                    let mut table = Table::new("");
                    for key in shift.into_iter().chain([key]) {
                        table.controls.change_key(key, true, &mut table.app);
                    }
                    assert_eq!(table.tick(), expected, "{shift:?} {key:?}");
                }
            }
        }
    }

    #[test]
    fn key_repeat_is_no_press() {
        let mut table = Table::new("");
        let mut press = |key| table.controls.change_key(key, true, &mut table.app);
        assert_eq!(press(Key::F12), Some(WindowKey::Screenshot));
        assert_eq!(press(Key::F12), None);
        assert_eq!(press(Key::F11), Some(WindowKey::Fullscreen));
        assert_eq!(press(Key::F9), Some(WindowKey::Mute));
        assert_eq!([press(Key::Space), press(Key::Space)], [None; 2]);
        assert_eq!([table.tick(), table.tick()], [set(&[Button::A]); 2]);
    }

    #[test]
    fn escape_is_the_menu_in_the_game_and_back_elsewhere() {
        let mut table = Table::new("");
        table.tap(&[Key::Enter]);
        assert_eq!(table.app.screen(), ScreenName::Play);
        for screen in [ScreenName::Menu, ScreenName::Play, ScreenName::Menu] {
            table.tap(&[Key::Escape]);
            assert_eq!(table.app.screen(), screen);
        }
    }

    // H15
    #[test]
    fn the_pack_has_keys_and_a_button_of_its_own() {
        let mut table = Table::new("1=045e\n\n\n1+Y\n1-Y");
        table.tap(&[Key::Enter]);
        table.tick();
        table.tick();
        assert_eq!(table.app.screen(), ScreenName::Pack);
        table.tick();
        for (key, screen) in [
            (Key::I, ScreenName::Play),
            (Key::I, ScreenName::Pack),
            (Key::Tab, ScreenName::Play),
            (Key::Tab, ScreenName::Pack),
            (Key::Escape, ScreenName::Play),
            (Key::Escape, ScreenName::Menu),
            (Key::I, ScreenName::Pack),
            (Key::I, ScreenName::Menu),
        ] {
            table.tap(&[key]);
            assert_eq!(table.app.screen(), screen, "{key:?}");
        }
    }

    #[test]
    fn a_gamepad_plays_and_names_its_buttons() {
        let mut table = Table::new("1=054c 1+A\n1-A\n1x100\n1x0\n1+X\n1-X");
        let names = |table: &Table| table.controls.scheme().name(Control::A);
        assert_eq!(names(&table), "Enter");
        let seen: Vec<Buttons> = (0..6).map(|_| table.tick()).collect();
        let explore = set(&[Button::L, Button::R]);
        let (confirm, right) = (set(&[Button::A]), set(&[Button::Right]));
        let none = Buttons::NONE;
        assert_eq!(seen, [confirm, none, right, none, explore, none]);
        assert_eq!(table.app.screen(), ScreenName::Play);
        assert_eq!(names(&table), "Cross");
        table.tap(&[Key::X]);
        assert_eq!(names(&table), "Enter");
    }

    #[test]
    fn a_gamepad_that_is_unplugged_lets_go_and_play_goes_on() {
        let mut table = Table::new("1=045e 1+A\n1-A\n\n1+Right\n\n1!\n\n2=057e 2+Left\n2-Left");
        for _ in 0..5 {
            table.tick();
        }
        let said = table.app.messages().iter().count();
        assert_eq!([table.tick(), table.tick()], [Buttons::NONE; 2], "nothing is held");
        let messages: Vec<_> = table.app.messages().iter().skip(said).collect();
        assert_eq!(messages.len(), 1, "one line says so: {messages:?}");
        assert_eq!(table.app.screen(), ScreenName::Play);
        // A gamepad that is plugged in again counts as a new gamepad, and works.
        assert_eq!(table.tick(), set(&[Button::Left]));
    }

    #[test]
    fn the_same_gamepad_twice_is_two() {
        let mut table = Table::new("1=045e 2=045e 1+Right 2+Right\n1-Right\n2!\n");
        let right = set(&[Button::Right]);
        assert_eq!([table.tick(), table.tick(), table.tick()], [right, right, Buttons::NONE]);
    }

    #[test]
    fn a_gamepad_presses_nothing_while_the_game_is_paused() {
        let mut table = Table::new("1=045e 1+A\n1-A\n1+A");
        for is_paused in [true, true] {
            assert!(!table.controls.poll_pads(is_paused, &mut table.app));
            assert_eq!(table.controls.take(), Buttons::NONE);
        }
        assert_eq!(table.tick(), set(&[Button::A]));
    }

    #[test]
    fn a_key_is_chosen_and_works_at_once() {
        let mut table = Table::new("");
        table.choose_keys();
        // The first row of the list is the control Up.
        table.tap(&[Key::Enter]);
        assert_eq!(table.app.awaited_control(), Some(Control::Up));
        table.tap(&[Key::G]);
        assert_eq!(table.app.awaited_control(), None);
        assert_eq!(table.controls.map.keys.control(Key::G), Some(Control::Up));
        // The chosen key did not count as a press, so the list stays as it was. Escape cannot be chosen.
        table.tap(&[Key::Enter, Key::Escape]);
        assert_eq!((table.app.awaited_control(), table.app.screen()), (None, ScreenName::Keys));
        table.controls.change_key(Key::G, true, &mut table.app);
        assert_eq!(table.tick(), set(&[Button::Up]));
    }

    #[test]
    fn a_gamepad_button_is_chosen() {
        let mut table = Table::new("");
        table.choose_keys();
        table.tap(&[Key::Enter]);
        table.controls.pads = Recording::pads("1=045e 1+B\n1-B");
        assert_eq!([table.tick(), table.tick()], [Buttons::NONE; 2]);
        assert_eq!(table.controls.map.pad.control(PadButton::B), Some(Control::Up));
        // Button B had no other gamepad button, so it gets the former button of Up.
        assert_eq!(table.controls.map.pad.keys(Control::B), [PadButton::Up]);
    }

    #[test]
    fn the_way_back_to_the_default_keys_cannot_be_lost() {
        let mut table = Table::new("");
        table.choose_keys();
        // Escape, Enter and the Up and Down arrows work on this screen even if the player has assigned them to other
        // controls.
        table.tap(&[Key::Enter, Key::Enter, Key::Enter, Key::Down]);
        table.tap(&[Key::Down, Key::Enter, Key::Up]);
        let meant =
            [Key::Enter, Key::Down, Key::Up].map(|key| table.controls.map.keys.control(key));
        assert_eq!(meant, [Control::Up, Control::Up, Control::Down].map(Some));
        table.tap(&[Key::Up, Key::Up, Key::Up, Key::Enter]);
        assert_ne!(table.controls.map, KeyMap::default(), "it asks first");
        table.tap(&[Key::Down, Key::Enter]);
        assert_eq!(table.controls.map, KeyMap::default());
        table.tap(&[Key::Escape]);
        assert_eq!(table.app.screen(), ScreenName::Options);
        table.tap(&[Key::Escape]);
        assert_eq!(table.app.screen(), ScreenName::Title);
    }
}
