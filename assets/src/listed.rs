//! Defines enums that list their values.

/// Defines an enum without fields. `ALL` holds its values, `COUNT` their number and `IDS` their names; `entry` looks up
/// a value in an array with one entry for each value. So no list misses a value and no array is too short.
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
            /// All values in their order.
            pub const ALL: [$name; $name::COUNT] = [$($name::$value,)+];

            /// The number of values.
            pub const COUNT: usize = $name::IDS.len();

            /// The names of the values in the code, which files of `assets` use.
            pub const IDS: &[&str] = &[$(stringify!($value),)+];

            /// Returns the entry of this value in `entries`, which has one entry for each value, in order.
            // Target: GBA. Inlined: some callers lie in fast memory, where a call out of it is slow.
            #[inline(always)]
            pub const fn entry<T>(self, entries: &[T; $name::COUNT]) -> &T {
                &entries[self as usize]
            }

            /// Returns the entry of this value like [`entry`](Self::entry), but mutable.
            // Target: GBA. Inlined: some callers lie in fast memory, where a call out of it is slow.
            #[inline(always)]
            pub const fn entry_mut<T>(self, entries: &mut [T; $name::COUNT]) -> &mut T {
                &mut entries[self as usize]
            }
        }
    };
}
