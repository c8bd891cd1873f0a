//! What holds for builds: what they see, where they write, and how they are ended.

use std::path::{Path, PathBuf};
use std::time::Duration;

use harness_sandbox::{
    Breach, BuildEnd, BuildLimits, BuildRoom, BuildRoomConfig, Bytes, Files, Network, Sandbox, Stop, Tool,
    ToolOutput,
};
use libtest_mimic::Failed;

use crate::bench::Bench;

/// A workspace to build in: sources with a secret among them, and a draft.
struct Site {
    folder: PathBuf,
    room: BuildRoom,
}

const LIMITS: BuildLimits = BuildLimits {
    time: Duration::from_secs(20),
    wall: Duration::from_secs(20),
    memory: Bytes::mebibytes(256),
    output: Bytes::mebibytes(1),
    files: Bytes::mebibytes(16),
};

impl Site {
    fn new(bench: &Bench, name: &str) -> Result<Self, Failed> {
        let folder = bench.scratch.with_extension(name);
        std::fs::create_dir(&folder)?;
        let folder = std::fs::canonicalize(folder)?;
        for part in ["source/cases", "source/library", "draft", "elsewhere"] {
            std::fs::create_dir_all(folder.join(part))?;
        }
        for file in ["source/cases/1.ans", "source/main", "source/library/part", "elsewhere/file"] {
            std::fs::write(folder.join(file), "42\n")?;
        }
        std::os::unix::fs::symlink("cases/1.ans", folder.join("source/link"))?;
        let config = BuildRoomConfig {
            isolation: bench.isolation,
            groups: bench.groups.clone(),
            folder: folder.join("room"),
            readable: ["source", "source/main", "nowhere"].map(|part| folder.join(part)).into(),
            hidden: vec![folder.join("source/cases")],
            writable: vec![folder.join("draft")],
        };
        let room = BuildRoom::open(&config)?;
        if room.guarantees() != *bench.sandbox.guarantees() {
            return Err(format!("builds have other guarantees: {:?}", room.guarantees()).into());
        }
        Ok(Self { folder, room })
    }

    fn run(&mut self, script: &str, limits: &BuildLimits) -> Result<BuildEnd, Failed> {
        let environment =
            [("HERE", self.folder.clone()), ("HOME", self.room.home()), ("TMPDIR", self.room.temporary())];
        let tool = Tool {
            program: "/bin/sh".into(),
            args: vec!["-c".into(), script.into()],
            folder: self.folder.join("source"),
            environment: environment.map(|(name, value)| (name.into(), value.into())).into(),
        };
        Ok(self.room.run(&tool, limits, &Stop::new()?)?)
    }

    /// What a script that ends by itself said.
    fn output(&mut self, script: &str) -> Result<ToolOutput, Failed> {
        match self.run(script, &LIMITS)? {
            BuildEnd::Ended(output) => Ok(output),
            other => Err(format!("`{script}` ended otherwise: {other:?}").into()),
        }
    }

    /// Ends the room, which leaves nothing, and looks what was there.
    fn close(self) -> Result<(), Failed> {
        let Self { folder, room } = self;
        drop(room);
        let is_left = folder.join("room").exists();
        std::fs::remove_dir_all(folder)?;
        if is_left { Err("the room is still there".into()) } else { Ok(()) }
    }
}

fn check(holds: bool, what: &str, output: &ToolOutput) -> Result<(), Failed> {
    if holds { Ok(()) } else { Err(format!("{what}: {output:?}").into()) }
}

pub fn a_build_sees_its_sources_and_no_secret(bench: &Bench) -> Result<(), Failed> {
    let mut site = Site::new(bench, "sources")?;
    let files = site.room.guarantees().files;
    let seen = site.output("cat main library/part && cat \"$HERE/source/main\" && pwd && ls")?;
    let expect =
        format!("42\n42\n42\n{}\ncases\nlibrary\nlink\nmain\n", site.folder.join("source").display());
    check(seen.stdout == expect.as_bytes(), "sources", &seen)?;
    for secret in ["cases/1.ans", "link", "$HERE/source/cases/1.ans", "$HERE/elsewhere/file"] {
        let output = site.output(&format!("cat \"{secret}\""))?;
        let is_hidden = files != Files::Open;
        check(output.success != is_hidden, secret, &output)?;
    }
    if matches!(files, Files::Sealed | Files::Root) {
        let output = site.output("ls -A cases \"$HERE\"")?;
        let shown = String::from_utf8_lossy(&output.stdout).into_owned();
        check(!shown.contains("1.ans") && !shown.contains("elsewhere"), "what there is", &output)?;
    }
    site.close()
}

pub fn a_build_writes_only_to_its_own_folders(bench: &Bench) -> Result<(), Failed> {
    let mut site = Site::new(bench, "writes")?;
    let files = site.room.guarantees().files;
    let output = site.output("echo made > \"$HERE/draft/made\" && echo x > $TMPDIR/x && mkdir -p $HOME/.a/b && mv $TMPDIR/x $HOME/.a")?;
    check(output.success, "own folders", &output)?;
    check(std::fs::read(site.folder.join("draft/made"))? == b"made\n", "the draft stays", &output)?;
    if files == Files::Open {
        return site.close();
    }
    for place in
        ["main", "new", "$HERE/elsewhere/file", "$HERE/new", "cases/new", "/usr/new", "/dev/new", "/new"]
    {
        let output = site.output(&format!("echo > \"{place}\""))?;
        // What lies in a temporary folder outside has its folders in the temporary one inside.
        check(!output.success || place == "$HERE/new", place, &output)?;
    }
    let is_changed = ["new", "elsewhere/new"].iter().any(|file| site.folder.join(file).exists());
    if is_changed || std::fs::read(site.folder.join("elsewhere/file"))? != b"42\n" {
        return Err("something outside was changed".into());
    }
    if matches!(files, Files::Sealed | Files::Root) {
        let output =
            site.output("echo > /tmp/x && echo > /var/tmp/y && echo > /dev/shm/z && cd $TMPDIR && ls x y z")?;
        check(output.stdout == b"x\ny\nz\n", "temporary files", &output)?;
        if Path::new("/tmp/x").exists() {
            return Err("a temporary file came out".into());
        }
    }
    site.close()
}

pub fn all_that_a_build_says_comes_back_and_its_environment_is_what_it_was_given(
    bench: &Bench,
) -> Result<(), Failed> {
    let mut site = Site::new(bench, "says")?;
    let output = site.output("head -c 200000 /dev/zero; head -c 300000 /dev/zero >&2; exit 3")?;
    check((output.stdout.len(), output.stderr.len()) == (200_000, 300_000), "streams", &output)?;
    check(output.status == "exit status 3" && !output.success, "status", &output)?;
    let output = site.output("env | sed 's/=.*//' | sort | tr '\\n' ' '")?;
    check(
        output.stdout == b"HERE HOME PWD TMPDIR " || output.stdout == b"HERE HOME OLDPWD PWD TMPDIR ",
        "environment",
        &output,
    )?;
    site.close()
}

pub fn a_build_is_ended_at_each_limit_and_leaves_no_process(bench: &Bench) -> Result<(), Failed> {
    let mut site = Site::new(bench, "limits")?;
    let limits = BuildLimits {
        time: Duration::from_millis(300),
        wall: Duration::from_millis(600),
        memory: Bytes::mebibytes(48),
        output: Bytes::kibibytes(64),
        files: Bytes::mebibytes(4),
    };
    let hogs = [
        ("setsid sleep 86421 & sleep 86421", Breach::Wall),
        ("while :; do :; done & while :; do :; done", Breach::Cpu),
        ("x=xxxxxxxxxxxxxxxx; while :; do x=$x$x; done", Breach::Memory),
        ("while :; do echo yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy; done >&2", Breach::Output),
        ("head -c 6000000 /dev/zero > $HOME/x; sleep 86421", Breach::Files),
        (
            "i=0; while [ $i -lt 9 ]; do i=$((i + 1)); head -c 1000000 /dev/zero > $HERE/draft/$i; done",
            Breach::Files,
        ),
        ("mkdir $HOME/h; head -c 6000000 /dev/zero > $HOME/h/x; chmod 0 $HOME/h", Breach::Files),
        ("exec 3> $HOME/n; rm $HOME/n; head -c 6000000 /dev/zero >&3; sleep 86421", Breach::Files),
        ("exec truncate -s 100T $HOME/sparse", Breach::Files),
        (
            "cd $HOME; n=$(printf %0250d 0); i=0; while [ $i -lt 20 ]; do i=$((i + 1)); mkdir $n; cd -P $n; done; \
             head -c 3000000 /dev/zero > x; head -c 3000000 /dev/zero > y; sleep 86421",
            Breach::Files,
        ),
    ];
    for (script, breach) in hogs {
        match site.run(script, &limits)? {
            BuildEnd::Over(over) if over == breach => {}
            other => return Err(format!("`{script}` ended otherwise: {other:?}").into()),
        }
        // What it left behind is not counted to the next.
        let after = site.output("echo fine")?;
        check(after.stdout == b"fine\n", script, &after)?;
    }
    // A disk has room for so many files, also for empty ones.
    let script = "i=0; while [ $i -lt 99 ]; do i=$((i + 1)); : > $HOME/$i; done";
    match site.run(script, &BuildLimits { files: Bytes::kibibytes(256), ..LIMITS })? {
        BuildEnd::Over(Breach::Files) => {}
        other => return Err(format!("`{script}` ended otherwise: {other:?}").into()),
    }
    site.close()
}

pub fn a_build_has_no_network(bench: &Bench) -> Result<(), Failed> {
    let mut site = Site::new(bench, "network")?;
    if site.room.guarantees().network == Network::Open {
        return site.close();
    }
    let listener = std::net::TcpListener::bind("127.0.0.1:0")?;
    let port = listener.local_addr()?.port();
    if Path::new("/bin/bash").exists() {
        let output = site.output(&format!("/bin/bash -c 'echo > /dev/tcp/127.0.0.1/{port}'"))?;
        check(!output.success, "a socket", &output)?;
    }
    site.close()
}

pub fn a_stop_ends_a_build(bench: &Bench) -> Result<(), Failed> {
    let mut site = Site::new(bench, "stop")?;
    let stop = Stop::new()?;
    stop.now();
    let tool =
        Tool { program: "/bin/true".into(), args: Vec::new(), folder: "/".into(), environment: Vec::new() };
    let end = site.room.run(&tool, &LIMITS, &stop)?;
    if !matches!(end, BuildEnd::Interrupted) {
        return Err(format!("{end:?}").into());
    }
    let missing = Tool { program: "/nowhere".into(), ..tool };
    let end = site.room.run(&missing, &LIMITS, &Stop::new()?)?;
    if !matches!(end, BuildEnd::NotStarted(errno) if errno == 2 || errno == 13) {
        return Err(format!("{end:?}").into());
    }
    site.close()
}
