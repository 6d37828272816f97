//! Defines enums that list their values.

/// Defines an enum without fields, with `ALL` its values, their `COUNT` and `IDS`, and with `entry`, which finds a value's
/// own in an array that has one for each: so no list is forgotten, and no array is too short.
#[macro_export]
macro_rules! listed_enum {
    (
        $(#[$about:meta])*
        $vis:vis enum $name:ident { $($(#[$about_value:meta])* $value:ident,)+ }
    ) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        $vis enum $name { $($(#[$about_value])* $value,)+ }

        impl $name {
            /// Lists all values in their order.
            pub const ALL: [$name; $name::COUNT] = [$($name::$value,)+];

            /// Counts the values.
            pub const COUNT: usize = $name::IDS.len();

            /// Lists their names in the code, which files of `assets` use.
            pub const IDS: &[&str] = &[$(stringify!($value),)+];

            /// Returns the entry of this value in `entries`, which has one for each value, in their order.
            // Target: GBA. Inlined: some callers lie in fast memory, where a call out of it is slow.
            #[inline(always)]
            pub const fn entry<T>(self, entries: &[T; $name::COUNT]) -> &T {
                &entries[self as usize]
            }

            /// Returns what [`entry`](Self::entry) does, for changing.
            // Target: GBA. Inlined: some callers lie in fast memory, where a call out of it is slow.
            #[inline(always)]
            pub const fn entry_mut<T>(self, entries: &mut [T; $name::COUNT]) -> &mut T {
                &mut entries[self as usize]
            }
        }
    };
}
