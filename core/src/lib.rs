//! Mus Rex.
#![no_std]
#![forbid(unsafe_code)]
