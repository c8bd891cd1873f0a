//! Specimens that know how the judge works, and reach for it.

use std::os::fd::{AsFd, AsRawFd, BorrowedFd};
use std::os::unix::fs::OpenOptionsExt;
use std::os::unix::process::CommandExt;
use std::time::Duration;

use rustix::fs::{AtFlags, Gid, IFlags, Mode, Timespec, Timestamps, Uid, XattrFlags};
use rustix::net::{
    AddressFamily, SendAncillaryBuffer, SendAncillaryMessage, SendFlags, SocketFlags, SocketType, sendmsg,
    socketpair,
};
use rustix::process::{Pid, Resource, Rlimit, getrlimit, setrlimit};

use crate::linux::{clone_and_end, fork, lower_schedule, not_refused, switch_counters_off, trace};
use crate::specimen::{attributes, myself, spin};

#[expect(clippy::zombie_processes, reason = "some of them leave processes behind on purpose")]
/// Becomes the specimen of this name; its return value is the exit status.
pub fn become_specimen(name: &str, argument: &str) -> i32 {
    match name {
        "be-traced-by-a-child" => {
            let mut child = myself("trace-parent", "");
            let mut child = child.stdout(std::process::Stdio::piped()).spawn().expect("a second process");
            let mut ready = [0];
            let _ = child.stdout.as_mut().map(|pipe| std::io::Read::read(pipe, &mut ready));
            println!("42");
        }
        "trace-parent" => {
            let parent = rustix::process::getppid().map_or(0, Pid::as_raw_pid);
            let _ = trace(parent);
            println!("ready");
            std::thread::sleep(Duration::from_secs(1000));
        }
        "send-output-to-itself" => {
            println!("42");
            for _ in 0..100 {
                send_to_itself(rustix::stdio::stdout());
            }
        }
        "reach-parent" => println!("{}", outcome(reach(rustix::process::getppid()))),
        "make-namespaces" => println!("{}", namespaces_made()),
        "make-refused-calls" => {
            for name in not_refused(argument == "namespaces") {
                println!("{name}");
            }
        }
        "spoil-input" => println!("{}", outcome(spoil(rustix::stdio::stdin()))),
        "spoil-folder" => {
            let _ = std::fs::write("left", "left");
            let folder = std::fs::File::open(".").expect("our own folder");
            spoil(folder.as_fd());
        }
        "keep-descriptors-under-way" => println!("{}", keep_under_way(argument.parse().unwrap_or(0))),
        "make-sockets" => println!("{}", sockets_made()),
        "nest-folders" => {
            let _ = (0..argument.parse::<u32>().unwrap_or(0))
                .all(|_| std::fs::create_dir("f").is_ok() && std::env::set_current_dir("f").is_ok());
            println!("42");
        }
        "lowest-priority-sleepers" => {
            let _ = rustix::process::setpriority_process(None, 19);
            for _ in 0..20 {
                std::thread::spawn(|| {
                    loop {
                        std::hint::black_box((0..20_000).sum::<u64>());
                        std::thread::sleep(Duration::from_millis(1));
                    }
                });
            }
            std::thread::sleep(Duration::from_secs(1000));
        }
        "raise-limits" => raise_limits(),
        "spin-unread" => {
            let error = start_unread(&["-c", "while :; do :; done"]);
            eprintln!("{error}");
            println!("refused");
        }
        "run-away" => run_away(),
        "stop-counters-and-spin" => {
            switch_counters_off();
            spin(Duration::from_millis(argument.parse().unwrap_or(0)));
            println!("42");
        }
        other => return attributes::become_specimen(other, argument),
    }
    0
}

/// A pair of sockets that hold each other and a descriptor of ours, in messages that are never received.
pub fn send_to_itself(what: BorrowedFd<'_>) {
    let pair = socketpair(AddressFamily::UNIX, SocketType::DGRAM, SocketFlags::NONBLOCK, None);
    let Ok((one, other)) = pair else { return };
    for (from, what) in [
        (&one, other.as_fd()),
        (&one, one.as_fd()),
        (&one, what),
        (&other, rustix::stdio::stderr()),
        (&other, one.as_fd()),
    ] {
        let mut space = [std::mem::MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(1))];
        let mut rights = SendAncillaryBuffer::new(&mut space);
        let descriptors = [what];
        if rights.push(SendAncillaryMessage::ScmRights(&descriptors)) {
            let _ = sendmsg(from, &[std::io::IoSlice::new(b"x")], &mut rights, SendFlags::empty());
        }
    }
}

/// Sends descriptors to a socket that is not read, until so many are under way or no more may be; how many are.
fn keep_under_way(count: usize) -> usize {
    const AT_ONCE: usize = 250;
    let pair = socketpair(AddressFamily::UNIX, SocketType::STREAM, SocketFlags::NONBLOCK, None);
    let Ok((one, _other)) = pair else { return 0 };
    let mut kept = 0;
    while kept < count {
        let mut space = [std::mem::MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(AT_ONCE))];
        let mut rights = SendAncillaryBuffer::new(&mut space);
        let descriptors = [rustix::stdio::stdin(); AT_ONCE];
        let is_sent = rights.push(SendAncillaryMessage::ScmRights(&descriptors))
            && sendmsg(&one, &[std::io::IoSlice::new(b"x")], &mut rights, SendFlags::empty()).is_ok();
        if !is_sent {
            break;
        }
        kept += AT_ONCE;
    }
    // They are under way as long as the pair is open.
    std::thread::sleep(Duration::from_millis(300));
    kept
}

/// The kinds of sockets that can be made.
fn sockets_made() -> String {
    let families = [
        ("unix", AddressFamily::UNIX, SocketType::STREAM),
        ("inet", AddressFamily::INET, SocketType::STREAM),
        ("netlink", AddressFamily::NETLINK, SocketType::RAW),
        ("packet", AddressFamily::PACKET, SocketType::RAW),
        ("vsock", AddressFamily::VSOCK, SocketType::STREAM),
    ];
    let made = families.iter().filter(|(_, family, kind)| rustix::net::socket(*family, *kind, None).is_ok());
    let mut made: Vec<&str> = made.map(|(name, ..)| *name).collect();
    let pair = |kind| socketpair(AddressFamily::UNIX, kind, SocketFlags::empty(), None).is_ok();
    made.extend(pair(SocketType::STREAM).then_some("stream-pair"));
    made.extend(pair(SocketType::DGRAM).then_some("datagram-pair"));
    made.join(" ")
}

/// In one word.
fn outcome(has_succeeded: bool) -> &'static str {
    if has_succeeded { "reached" } else { "refused" }
}

/// Changes all that one process can set about another; whether any of it was done.
fn reach(other: Option<Pid>) -> bool {
    let mut done = false;
    let nothing = Rlimit { current: Some(0), maximum: Some(0) };
    for resource in [Resource::Nofile, Resource::As, Resource::Fsize, Resource::Stack] {
        done |= rustix::process::prlimit(other, resource, nothing).is_ok();
    }
    done |= rustix::process::setpriority_process(other, 19).is_ok();
    let mut core = rustix::thread::CpuSet::new();
    core.set(0);
    done |= rustix::thread::sched_setaffinity(other, &core).is_ok();
    done |= lower_schedule(other.map_or(0, Pid::as_raw_pid));
    // This reaches all that the user runs.
    done |= rustix::process::setpriority_user(rustix::process::getuid(), 19).is_ok();
    done
}

/// Names the limits that a program could raise. A second more of CPU time is none: at the soft limit it is told.
fn raise_limits() {
    let limits = [
        ("cpu", Resource::Cpu),
        ("core", Resource::Core),
        ("file", Resource::Fsize),
        ("tasks", Resource::Nproc),
    ];
    let soft = |resource| getrlimit(resource).current.unwrap_or(u64::MAX);
    for (name, resource) in limits {
        let before = soft(resource);
        let maximum = getrlimit(resource).maximum;
        let _ = setrlimit(resource, Rlimit { current: maximum, maximum });
        if soft(resource) > before.saturating_add(1) {
            println!("{name}");
        }
    }
}

/// Starts processes that are gone, by another of their kind, before they are found.
fn run_away() {
    for _ in 0..8 {
        if let Ok(None) = fork() {
            loop {
                match fork() {
                    Ok(None) => {}
                    Ok(Some(_)) => std::process::exit(0),
                    Err(_) => std::thread::sleep(Duration::from_micros(10)),
                }
            }
        }
    }
    std::thread::sleep(Duration::from_secs(1000));
}

/// Becomes a shell, by a copy of it that may be executed and not read; or why not.
fn start_unread(arguments: &[&str]) -> std::io::Error {
    let copied = (|| {
        let mut shell = std::fs::File::open("/bin/sh")?;
        let mut copy = std::fs::OpenOptions::new();
        let mut copy = copy.write(true).create_new(true).mode(0o111).open("unread")?;
        std::io::copy(&mut shell, &mut copy)
    })();
    copied.err().unwrap_or_else(|| std::process::Command::new("./unread").args(arguments).exec())
}

/// The kinds of namespaces that a child could get.
fn namespaces_made() -> String {
    let kinds = [
        ("mount", libc::CLONE_NEWNS),
        ("user", libc::CLONE_NEWUSER),
        ("pid", libc::CLONE_NEWUSER | libc::CLONE_NEWPID),
        ("net", libc::CLONE_NEWUSER | libc::CLONE_NEWNET),
        ("ipc", libc::CLONE_NEWUSER | libc::CLONE_NEWIPC),
        ("uts", libc::CLONE_NEWUSER | libc::CLONE_NEWUTS),
        ("cgroup", libc::CLONE_NEWUSER | libc::CLONE_NEWCGROUP),
    ];
    let made = kinds.iter().filter(|(_, flags)| clone_and_end(*flags).is_ok());
    let made: Vec<&str> = made.map(|(name, _)| *name).collect();
    if made.is_empty() { "none".to_owned() } else { made.join(" ") }
}

/// Changes all that can be set about an open file; whether any of it was done.
fn spoil(file: BorrowedFd<'_>) -> bool {
    let mut done = false;
    let then = Timespec { tv_sec: 1, tv_nsec: 1 };
    done |= rustix::fs::futimens(file, &Timestamps { last_access: then, last_modification: then }).is_ok();
    for name in ["user.left", "user.also", "system.posix_acl_default", "security.left"] {
        done |= rustix::fs::fsetxattr(file, name, b"left", XattrFlags::empty()).is_ok();
    }
    if let Ok(flags) = rustix::fs::ioctl_getflags(file) {
        for flag in [IFlags::NODUMP, IFlags::NOATIME, IFlags::SYNC, IFlags::IMMUTABLE] {
            done |= rustix::fs::ioctl_setflags(file, flags | flag).is_ok();
        }
    }
    let (user, group) = (rustix::process::getuid(), rustix::process::getgid());
    let owner = (Some(Uid::from_raw(user.as_raw())), Some(Gid::from_raw(group.as_raw())));
    done |= rustix::fs::fchown(file, owner.0, owner.1).is_ok();
    // A lock is gone with us.
    let _ = rustix::fs::flock(file, rustix::fs::FlockOperation::NonBlockingLockExclusive);
    let by_name = format!("/proc/self/fd/{}", file.as_raw_fd());
    done |= rustix::fs::chmodat(rustix::fs::CWD, by_name, Mode::empty(), AtFlags::empty()).is_ok();
    done | rustix::fs::fchmod(file, Mode::empty()).is_ok()
}
