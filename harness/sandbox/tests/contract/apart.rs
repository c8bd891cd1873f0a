//! What a program cannot reach, and what one run leaves to the next.

use std::io::ErrorKind;
use std::net::{TcpListener, UdpSocket};
use std::os::unix::net::UnixListener;

use harness_sandbox::{Ending, Files, KillMethod, Network, Sandbox, Stdin};
use libtest_mimic::Failed;

use crate::bench::{Bench, bounds, is};

pub fn answers_cannot_be_read(bench: &Bench) -> Result<(), Failed> {
    let files = bench.sandbox.guarantees().files;
    let answer = bench.scratch.with_extension("answer");
    std::fs::write(&answer, "42\n")?;
    let secrets = [&answer, &bench.other_program];
    for secret in secrets {
        let run = bench.run("read-file", &secret.display().to_string());
        let is_hidden = match files {
            Files::Sealed | Files::Landlock => true,
            Files::Root => secret == &answer,
            Files::Open => false,
        };
        is((run.output == b"refused\n") == is_hidden, &run)?;
    }
    std::fs::remove_file(answer)?;
    Ok(())
}

pub fn secrets_of_the_system_cannot_be_read(bench: &Bench) -> Result<(), Failed> {
    let run = bench.run("read-file", "/etc/shadow");
    is(run.output == b"refused\n" || bench.sandbox.guarantees().files == Files::Open, &run)
}

pub fn a_program_can_read_itself_and_the_system(bench: &Bench) -> Result<(), Failed> {
    for path in ["/proc/self/exe", "/usr/bin/env", "/dev/urandom", "/proc/cpuinfo"] {
        let run = bench.run("read-file", path);
        is(run.output == b"opened\n", &run)?;
    }
    let run = bench.run("write-file", "/dev/null");
    is(run.output == b"opened\n", &run)
}

pub fn input_cannot_be_changed(bench: &Bench) -> Result<(), Failed> {
    if bench.sandbox.guarantees().files == Files::Open {
        return Ok(());
    }
    let input = bench.scratch.with_extension("input");
    std::fs::write(&input, "1 2\n")?;
    for back_door in ["/proc/self/fd/0", "/dev/stdin", &input.display().to_string()] {
        let run = bench.run_with("write-file", back_door, &bounds(), Stdin::File(input.clone()));
        is(run.output == b"refused\n", &run)?;
    }
    assert_eq!(std::fs::read(&input)?, b"1 2\n");
    std::fs::remove_file(input)?;
    Ok(())
}

pub fn the_network_cannot_be_reached(bench: &Bench) -> Result<(), Failed> {
    let guarantees = bench.sandbox.guarantees();
    if guarantees.network == Network::Open {
        return Ok(());
    }
    let tcp = TcpListener::bind("127.0.0.1:0")?;
    let udp = UdpSocket::bind("127.0.0.1:0")?;
    tcp.set_nonblocking(true)?;
    udp.set_nonblocking(true)?;
    let run = bench.run("call-tcp", &tcp.local_addr()?.to_string());
    is(run.output == b"refused\n", &run)?;
    let run = bench.run("call-udp", &udp.local_addr()?.to_string());
    is(run.facts.ending == Ending::Exited(0), &run)?;
    let is_unreached = |kind: Option<ErrorKind>| kind == Some(ErrorKind::WouldBlock);
    is(is_unreached(tcp.accept().err().map(|error| error.kind())), &run)?;
    is(is_unreached(udp.recv(&mut [0; 8]).err().map(|error| error.kind())), &run)?;
    if matches!(guarantees.files, Files::Sealed | Files::Root) {
        let path = bench.scratch.with_extension("socket");
        let _local = UnixListener::bind(&path)?;
        let run = bench.run("call-local", &path.display().to_string());
        std::fs::remove_file(path)?;
        is(run.output == b"refused\n", &run)?;
    }
    Ok(())
}

pub fn no_other_process_can_be_killed(bench: &Bench) -> Result<(), Failed> {
    if bench.sandbox.guarantees().kill != KillMethod::PidNamespace {
        // It would take this test with it.
        return Ok(());
    }
    let run = bench.run_program("/bin/sh", &["-c", "kill -9 -1; kill -9 1; kill -STOP 1; echo alive"]);
    is(run.output == b"alive\n" && run.facts.ending == Ending::Exited(0), &run)?;
    let run = bench.run("answer", "");
    is(run.output == b"42\n", &run)
}

pub fn nothing_written_reaches_the_next_run(bench: &Bench) -> Result<(), Failed> {
    let files = bench.sandbox.guarantees().files;
    if files == Files::Open {
        return Ok(());
    }
    let has_own_root = matches!(files, Files::Sealed | Files::Root);
    let folders = ["/tmp", "/var/tmp", "/dev/shm", "."];
    for folder in folders {
        let path = format!("{folder}/left-by-the-first");
        let run = bench.run("write-file", &path);
        let may_write = has_own_root || folder == ".";
        is((run.output == b"opened\n") == may_write, &run)?;
        let run = bench.run("read-file", &path);
        is(run.output == b"refused\n", &run)?;
    }
    Ok(())
}

pub fn the_system_cannot_be_changed(bench: &Bench) -> Result<(), Failed> {
    if bench.sandbox.guarantees().files == Files::Open {
        return Ok(());
    }
    for path in ["/usr/left", "/etc/left", "/left", "/proc/sys/kernel/core_pattern", "/proc/self/exe"] {
        let run = bench.run("write-file", path);
        is(run.output == b"refused\n", &run)?;
    }
    Ok(())
}

pub fn shared_memory_cannot_be_left(bench: &Bench) -> Result<(), Failed> {
    if bench.sandbox.guarantees().files == Files::Open {
        return Ok(());
    }
    for tool in [&["/usr/bin/ipcmk", "-M", "4096"][..], &["/usr/bin/unshare", "-U", "true"]] {
        let run = bench.run_program(tool[0], &tool[1..]);
        is(run.facts.ending != Ending::Exited(0), &run)?;
    }
    Ok(())
}
