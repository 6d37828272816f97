//! Helpers that run work on several threads.

use musrex_support::failure::{Failure, reason};
use std::iter;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{PoisonError, RwLock};
use std::thread;

/// Runs `work` on `jobs` threads, and returns all results. No thread starts its work before all threads exist. So if a
/// thread cannot be started, no work is wasted.
///
/// # Errors
/// Fails if the operating system cannot start that many threads.
///
/// # Panics
/// Panics if `work` panics.
pub(crate) fn in_threads<T: Send>(
    jobs: usize,
    work: impl Fn() -> T + Sync,
) -> Result<Vec<T>, Failure> {
    // The value in the gate is true if a thread could not be started.
    let gate = RwLock::new(false);
    thread::scope(|scope| {
        let mut is_given_up = gate.write().unwrap_or_else(PoisonError::into_inner);
        let mut threads = Vec::with_capacity(jobs);
        let mut failure = None;
        for _ in 0..jobs.max(1) {
            let (gate, work) = (&gate, &work);
            let wait_and_work = move || {
                let is_given_up = *gate.read().unwrap_or_else(PoisonError::into_inner);
                (!is_given_up).then(work)
            };
            match thread::Builder::new().spawn_scoped(scope, wait_and_work) {
                Ok(thread) => threads.push(thread),
                Err(error) => {
                    *is_given_up = true;
                    failure = Some(Failure::Failed(format!(
                        "could not start {jobs} threads: {}; --jobs with a smaller number needs less memory",
                        reason(&error)
                    )));
                    break;
                }
            }
        }
        drop(is_given_up);
        let joined = threads.into_iter().map(|thread| thread.join());
        let results =
            joined.filter_map(|result| result.expect("a thread that panics has said why"));
        let results: Vec<T> = results.collect();
        failure.map_or(Ok(results), Err)
    })
}

/// Computes `work(0)` to `work(count - 1)` on `jobs` threads. Returns the results in this order.
///
/// # Errors
/// Fails if the operating system cannot start that many threads.
pub(crate) fn in_parallel<T: Send>(
    jobs: usize,
    count: usize,
    work: impl Fn(usize) -> T + Sync,
) -> Result<Vec<T>, Failure> {
    let next = AtomicUsize::new(0);
    let work_on = || {
        let indices = iter::repeat_with(|| next.fetch_add(1, Ordering::Relaxed));
        let indices = indices.take_while(|&index| index < count);
        indices.map(|index| (index, work(index))).collect::<Vec<_>>()
    };
    let mut done: Vec<(usize, T)> = in_threads(jobs, work_on)?.into_iter().flatten().collect();
    done.sort_by_key(|(index, _)| *index);
    Ok(done.into_iter().map(|(_, result)| result).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_thread_works_once() {
        let count = AtomicUsize::new(0);
        let Ok(results) = in_threads(7, || count.fetch_add(1, Ordering::Relaxed)) else {
            panic!("seven threads are few");
        };
        assert_eq!(results.iter().sum::<usize>(), (0..7).sum());
    }
}
