//! The assignment of keys to controls on one device. A control is an action of the player, such as Up or Pack.

use musrex_core::controls::Control;

/// The keys of each control; a control may have none. A key belongs to at most one control. When the player changes
/// keys, no control that has a key is left without one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Bindings<K> {
    /// The keys of each control, in the order of [`Control::ALL`].
    rows: [Vec<K>; Control::COUNT],
}

impl<K: Copy + PartialEq> Bindings<K> {
    /// Makes bindings in which each control has the keys that `keys_of` returns.
    pub(crate) fn new(keys_of: impl Fn(Control) -> Vec<K>) -> Bindings<K> {
        Bindings { rows: Control::ALL.map(keys_of) }
    }

    /// Returns the keys of a control. Hints show the first of these keys.
    pub(crate) fn keys(&self, control: Control) -> &[K] {
        control.entry(&self.rows).as_slice()
    }

    /// Returns the control that a key belongs to.
    pub(crate) fn control(&self, key: K) -> Option<Control> {
        Control::ALL.into_iter().find(|control| self.keys(*control).contains(&key))
    }

    /// Gives each control without keys its default keys, except for keys that belong to another control. The pack also
    /// takes its default keys from `former`, the control that owned them before the pack had a control of its own.
    pub(crate) fn complete(&mut self, default: &Bindings<K>, former: Control) {
        for control in Control::ALL
            .into_iter()
            .filter(|&control| self.keys(control).is_empty())
            .collect::<Vec<_>>()
        {
            for &key in default.keys(control) {
                match self.control(key) {
                    None => {}
                    Some(other) if other == former && control == Control::Pack => {
                        former.entry_mut(&mut self.rows).retain(|known| *known != key);
                    }
                    Some(_) => continue,
                }
                control.entry_mut(&mut self.rows).push(key);
            }
        }
    }

    /// Adds `key` to `control`, and takes it from any other control. If `key` was the only key of that other control,
    /// that control gets the first key of `control` in exchange; if `control` has none, nothing changes. If `control`
    /// itself already has `key`, removes `key` instead, unless it is the only key of `control`.
    pub(crate) fn toggle(&mut self, control: Control, key: K) {
        let before = self.control(key);
        if before == Some(control) {
            if self.keys(control).len() > 1 {
                control.entry_mut(&mut self.rows).retain(|known| *known != key);
            }
            return;
        }
        if let Some(before) = before {
            let was_last = self.keys(before).len() == 1;
            if was_last && self.keys(control).is_empty() {
                return;
            }
            before.entry_mut(&mut self.rows).retain(|known| *known != key);
            if was_last {
                let former = control.entry_mut(&mut self.rows).remove(0);
                before.entry_mut(&mut self.rows).push(former);
            }
        }
        // Hints name the first key of a control, so the newest key goes first.
        control.entry_mut(&mut self.rows).insert(0, key);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bindings() -> Bindings<char> {
        Bindings::new(|control| match control {
            Control::A => vec!['a', 'e'],
            Control::B => vec!['b'],
            Control::L => vec!['x'],
            _ => Vec::new(),
        })
    }

    #[test]
    fn a_key_is_added_and_taken_away() {
        let mut bindings = bindings();
        bindings.toggle(Control::A, 'c');
        assert_eq!(bindings.keys(Control::A), ['c', 'a', 'e']);
        bindings.toggle(Control::A, 'a');
        assert_eq!(bindings.keys(Control::A), ['c', 'e']);
        assert_eq!([bindings.control('e'), bindings.control('a')], [Some(Control::A), None]);
        bindings.toggle(Control::B, 'e');
        assert_eq!(bindings.keys(Control::A), ['c']);
        assert_eq!(bindings.keys(Control::B), ['e', 'b']);
    }

    #[test]
    fn no_control_loses_its_last_key() {
        let mut bindings = bindings();
        bindings.toggle(Control::B, 'b');
        assert_eq!(bindings.keys(Control::B), ['b']);
        bindings.toggle(Control::L, 'b');
        assert_eq!([bindings.keys(Control::B), bindings.keys(Control::L)], [['x'], ['b']]);
        // A control without keys has no key to give, so the other control keeps its last key.
        let before = bindings.clone();
        bindings.toggle(Control::Dash, 'b');
        assert_eq!(bindings, before);
    }
}
