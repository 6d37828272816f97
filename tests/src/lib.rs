//! Support for tests.
