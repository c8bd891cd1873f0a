//! Specimens that try to reach what they should not, or to get away.

use std::hint::black_box;
use std::io::Write;
use std::net::{TcpStream, UdpSocket};
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::process::Stdio;
use std::time::Duration;

use crate::linux::take_filters_away;
use crate::specimen::{hidden, myself, spin};

#[expect(clippy::zombie_processes, reason = "some of them leave processes behind on purpose")]
/// Becomes the specimen of this name; its return value is the exit status.
pub fn become_specimen(name: &str, argument: &str) -> i32 {
    let number = || argument.parse::<u64>().unwrap_or(0);
    match name {
        "read-file" => answer(std::fs::File::open(argument).is_ok()),
        "write-file" => {
            let options = std::fs::OpenOptions::new().append(true).create(true).open(argument);
            answer(options.and_then(|mut file| file.write_all(b"changed\n")).is_ok());
        }
        "without-filters" => {
            if take_filters_away().is_err() {
                return 1;
            }
            // A shell with the words that follow the name.
            let error = std::process::Command::new("/bin/sh").args(std::env::args_os().skip(3)).exec();
            eprintln!("{error}");
            return 1;
        }
        "call-tcp" => answer(TcpStream::connect(argument).is_ok()),
        "call-udp" => {
            // Whether it believes to have sent something does not matter; the test listens.
            let _ = UdpSocket::bind("0.0.0.0:0").and_then(|socket| socket.send_to(b"hello", argument));
        }
        "call-local" => answer(UnixStream::connect(argument).is_ok()),
        "count-input" => println!("{}", count_input()),
        "count-and-write" => {
            let count = count_input();
            let path = std::env::temp_dir().join("out.txt");
            for place in [std::path::Path::new("out.txt"), &path] {
                std::fs::write(place, count.to_string()).expect("a folder that may be written to");
            }
            println!("{count}");
        }
        "count-and-touch" => {
            let count = count_input();
            black_box(vec![1u8; usize::try_from(number() << 20).expect("fits")]);
            println!("{count}");
        }
        "reserve" => {
            let reserved: Vec<u8> = Vec::with_capacity(usize::try_from(number() << 20).expect("fits"));
            black_box(&reserved);
        }
        "recurse" => {
            let top = 0u8;
            black_box(recurse(std::ptr::from_ref(&top).addr(), number() << 20));
        }
        "leave-an-heir" => {
            myself("sleep-forever", "").spawn().expect("a second process");
            println!("42");
        }
        "ignore-signals-and-spin" => {
            for signal in [libc::SIGXCPU, libc::SIGTERM, libc::SIGINT, libc::SIGHUP] {
                let flag = std::sync::Arc::default();
                signal_hook::flag::register(signal, flag).expect("a signal that may be caught");
            }
            spin(Duration::MAX);
        }
        "wait-for-a-spinning-daemon" => {
            myself("detached-spinner", "").stdin(Stdio::null()).spawn().expect("a second process");
            std::thread::sleep(Duration::from_secs(1000));
        }
        "detached-spinner" => {
            rustix::process::setsid().expect("no leader of a group yet");
            spin(Duration::MAX);
        }
        "two-spinners-and-a-sleeper" => {
            for _ in 0..2 {
                myself("spin-forever", "").spawn().expect("a process");
            }
            std::thread::sleep(Duration::from_secs(1000));
        }
        "spin-without-main-thread" => {
            std::thread::spawn(|| spin(Duration::MAX));
            std::thread::sleep(Duration::from_secs(1000));
        }
        "fork-bomb" => loop {
            let _ = rustix::process::setsid();
            // What is refused is tried again at once.
            let _ = myself("fork-bomb", "").spawn();
        },
        other => return hidden::become_specimen(other, argument),
    }
    0
}

fn count_input() -> u64 {
    std::io::copy(&mut std::io::stdin(), &mut std::io::sink()).expect("an input")
}

fn answer(opened: bool) {
    println!("{}", if opened { "opened" } else { "refused" });
}

/// Goes down until this many bytes of stack are used, and comes back. What a frame takes is the compiler's choice, so it
/// is measured.
fn recurse(top: usize, bytes: u64) -> u64 {
    let frame = black_box([1u64; 128]);
    let used = top.saturating_sub(std::ptr::from_ref(&frame).addr()) as u64;
    if used >= bytes { frame[0] } else { frame[1] + black_box(recurse(top, bytes)) }
}
