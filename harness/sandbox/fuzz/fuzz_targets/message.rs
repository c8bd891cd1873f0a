//! Messages between the harness and a launcher.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| harness_sandbox::fuzz::message(bytes));
