//! What a program under test sends back.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| harness_sandbox::fuzz::program(bytes));
