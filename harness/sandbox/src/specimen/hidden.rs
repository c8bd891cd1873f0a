//! Specimens that take memory which is in no process, and those that seem to take some.

use std::fs::File;
use std::hint::black_box;
use std::io::{Read, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::time::Duration;

use rustix::fs::MemfdFlags;
use rustix::net::{AddressFamily, SendFlags, SocketFlags, SocketType, send, socketpair};

use crate::linux::{end_this_thread, hide_shared_memory};
use crate::specimen::{intruder, myself, touched_mebibytes};

/// How long memory is held that is to be found.
const HELD: Duration = Duration::from_millis(500);

#[expect(clippy::zombie_processes, reason = "some of them leave processes behind on purpose")]
/// Becomes the specimen of this name; its return value is the exit status.
pub fn become_specimen(name: &str, argument: &str) -> i32 {
    let mebibytes = || argument.parse::<usize>().unwrap_or(0);
    match name {
        "fill-files" => {
            let file = File::create("big").expect("a writable folder");
            fill(file, mebibytes());
        }
        "fill-unnamed-files" => match rustix::fs::memfd_create("big", MemfdFlags::CLOEXEC) {
            Ok(file) => fill(File::from(file), mebibytes()),
            Err(_) => println!("refused"),
        },
        "send-memory-to-itself" => {
            let file = rustix::fs::memfd_create("big", MemfdFlags::CLOEXEC).expect("a file without a name");
            fill(File::from(file.try_clone().expect("a descriptor")), mebibytes());
            intruder::send_to_itself(file.as_fd());
        }
        "fill-pipes" => println!("{}", fill_pipes(mebibytes())),
        "fill-sockets" => println!("{}", fill_sockets(mebibytes())),
        "hide-shared-memory" => hide_shared_memory(mebibytes() << 20).expect("memory"),
        "read-all" => println!("{}", read_all(argument)),
        // Memory of processes that are not where one looks for them: without a parent, without a first thread, closed to
        // others.
        "orphans-hold" => {
            let _ = myself("make-orphans", argument).status();
            std::thread::sleep(HELD);
        }
        "make-orphans" => {
            for _ in 0..3 {
                myself("close-and-touch", argument).spawn().expect("a process");
            }
        }
        "closed-children-hold" => {
            let mut children: Vec<_> =
                (0..3).map(|_| myself("close-and-touch", argument).spawn().expect("a process")).collect();
            for child in &mut children {
                let _ = child.wait();
            }
        }
        "close-and-touch" => {
            let _ = rustix::process::set_dumpable_behavior(rustix::process::DumpableBehavior::NotDumpable);
            let memory = touched_mebibytes(mebibytes());
            std::thread::sleep(HELD);
            black_box(&memory);
        }
        "hold-without-first-thread" => {
            let mebibytes = mebibytes();
            std::thread::spawn(move || {
                std::thread::sleep(Duration::from_millis(20));
                let memory = touched_mebibytes(mebibytes);
                std::thread::sleep(HELD);
                black_box(&memory);
            });
            end_this_thread();
        }
        "forget-file" => {
            // Whatever the kernel says, the file should be in memory afterwards.
            let file = File::open(argument).expect("a file that may be read");
            let _ = rustix::fs::fadvise(&file, 0, None, rustix::fs::Advice::DontNeed);
        }
        other => return intruder::become_specimen(other, argument),
    }
    0
}

/// Writes so many mebibytes, and says nothing where there is no more room.
fn fill(mut file: File, mebibytes: usize) {
    let chunk = vec![1; 1 << 20];
    for _ in 0..mebibytes {
        if file.write_all(&chunk).is_err() {
            return;
        }
    }
}

/// Fills pipes with so many mebibytes in all, as far as they go; how many bytes went in.
fn fill_pipes(mebibytes: usize) -> usize {
    let (mut pipes, mut filled) = (Vec::new(), 0);
    let chunk = vec![1; 64 << 10];
    while filled < mebibytes << 20 {
        let Ok((reader, writer)) = std::io::pipe() else { break };
        let _ = rustix::pipe::fcntl_setpipe_size(&writer, 1 << 20);
        rustix::io::ioctl_fionbio(&writer, true).expect("our own pipe");
        let mut writer = writer;
        while let Ok(written) = writer.write(&chunk) {
            filled += written;
        }
        pipes.push((reader, writer));
    }
    filled
}

/// The same with local sockets.
fn fill_sockets(mebibytes: usize) -> usize {
    let (mut sockets, mut filled): (Vec<(OwnedFd, OwnedFd)>, usize) = (Vec::new(), 0);
    let chunk = vec![1; 64 << 10];
    while filled < mebibytes << 20 {
        let pair = socketpair(AddressFamily::UNIX, SocketType::STREAM, SocketFlags::NONBLOCK, None);
        let Ok((one, other)) = pair else { break };
        while let Ok(sent) = send(&one, &chunk, SendFlags::NOSIGNAL) {
            filled += sent;
        }
        sockets.push((one, other));
    }
    filled
}

/// Reads a file to its end; how many bytes it has.
fn read_all(path: &str) -> usize {
    let mut file = File::open(path).expect("a file that may be read");
    let mut buffer = vec![0; 64 << 10];
    let mut all = 0;
    while let Ok(length @ 1..) = file.read(&mut buffer) {
        all += length;
    }
    all
}
