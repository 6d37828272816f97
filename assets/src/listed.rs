//! Defines enums that list their values.

/// Defines an enum without fields. `ALL` lists its values, `COUNT` is their number, and `IDS` lists their names.
/// `entry` looks up a value in an array that has one entry for each value. So no list can miss a value, and no array
/// can be too short.
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
            /// All values, in the order of their definition.
            pub const ALL: [$name; $name::COUNT] = [$($name::$value,)+];

            /// The number of values.
            pub const COUNT: usize = $name::IDS.len();

            /// The names of the values as written in the code. Files of `assets` refer to values by these names.
            pub const IDS: &[&str] = &[$(stringify!($value),)+];

            /// Returns the entry for this value in `entries`, which has one entry for each value, in order.
            // Target: GBA. Inlined: some callers are in fast memory (IWRAM), from which a call to slow memory costs
            // time.
            #[inline(always)]
            pub const fn entry<T>(self, entries: &[T; $name::COUNT]) -> &T {
                &entries[self as usize]
            }

            /// Returns the entry for this value like [`entry`](Self::entry), but mutable.
            // Target: GBA. Inlined for the same reason as [`entry`](Self::entry).
            #[inline(always)]
            pub const fn entry_mut<T>(self, entries: &mut [T; $name::COUNT]) -> &mut T {
                &mut entries[self as usize]
            }
        }
    };
}
