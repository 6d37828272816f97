//! The memory use of a firmware, and its limits.

use crate::failure::Failure;
use std::fmt::Write;

/// The use of one memory region, and its limit.
#[derive(Debug)]
pub(crate) struct Budget {
    /// The name of the memory region.
    pub(crate) name: &'static str,
    /// The number of bytes that the program uses; for a stack, the number of bytes left for it.
    pub(crate) bytes: u64,
    /// The limit for `bytes`.
    pub(crate) limit: Limit,
}

/// A limit for a number of bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Limit {
    AtMost(u64),
    AtLeast(u64),
}

impl Limit {
    const fn allows(self, bytes: u64) -> bool {
        match self {
            Limit::AtMost(most) => bytes <= most,
            Limit::AtLeast(least) => bytes >= least,
        }
    }
}

/// Returns a table with a line for each budget.
pub(crate) fn table(budgets: &[Budget]) -> String {
    let mut table = String::new();
    for Budget { name, bytes, limit } in budgets {
        let (word, limit) = match limit {
            Limit::AtMost(most) => ("at most", most),
            Limit::AtLeast(least) => ("at least", least),
        };
        writeln!(table, "{name:<10}{bytes:>8} bytes, {word} {limit}").expect("memory takes all");
    }
    table
}

/// Fails if a budget violates its limit. The message names the first such budget.
pub(crate) fn check(budgets: &[Budget]) -> Result<(), Failure> {
    match budgets.iter().find(|budget| !budget.limit.allows(budget.bytes)) {
        None => Ok(()),
        Some(Budget { name, bytes, limit }) => {
            let (word, limit) = match limit {
                Limit::AtMost(most) => ("most", most),
                Limit::AtLeast(least) => ("least", least),
            };
            Err(Failure(format!("{name} is {bytes} bytes, and {limit} is the {word} it may be")))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn budget(bytes: u64, limit: Limit) -> Budget {
        Budget { name: "ROM", bytes, limit }
    }

    #[test]
    fn a_budget_is_kept_to_the_byte() {
        let kept = [budget(7, Limit::AtMost(7)), budget(7, Limit::AtLeast(7))];
        assert!(check(&kept).is_ok());
        let Failure(sentence) = check(&[budget(8, Limit::AtMost(7))]).unwrap_err();
        assert_eq!(sentence, "ROM is 8 bytes, and 7 is the most it may be");
        assert!(check(&[budget(6, Limit::AtLeast(7))]).is_err());
    }

    #[test]
    fn a_table_has_a_line_each() {
        let table = table(&[budget(7, Limit::AtMost(8)), budget(9, Limit::AtLeast(1))]);
        assert_eq!(
            table,
            "ROM              7 bytes, at most 8\nROM              9 bytes, at least 1\n"
        );
    }
}
