//! The judge on a terminal, with keys that are pressed there.

use std::io::{Read, Write};
use std::process::{Command, Stdio};

use crate::session::Workspace;
use crate::watch::Queue;

impl Workspace {
    /// What the judge sends to a terminal.
    pub fn run_in_terminal(&self, words: &str) -> String {
        let output = self.in_terminal(words).stdin(Stdio::null()).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    }

    /// The same with a variable of the environment.
    pub fn run_in_terminal_with(&self, (name, value): (&str, &str), words: &str) -> String {
        let output = self.in_terminal(words).env(name, value).stdin(Stdio::null()).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    }

    /// The same where the user presses Ctrl-C when a script tells that it runs.
    pub fn interrupt_in_terminal(&self, words: &str, queue: &Queue) -> String {
        let mut command = self.in_terminal(words);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let mut keys = child.stdin.take().unwrap();
        queue.wait();
        keys.write_all(b"\x03").unwrap();
        let output = child.wait_with_output().unwrap();
        drop(keys);
        String::from_utf8(output.stdout).unwrap()
    }

    /// Runs the judge as a job of a shell in a terminal, and stops and continues it: Ctrl-Z when it has written a text,
    /// and the shell goes on with the job. What a script waits for comes when the text was written again. Returns what
    /// was sent until the shell had the terminal, and the rest.
    pub fn suspend_in_terminal(&self, words: &str, text: &str, queue: &Queue) -> (String, String) {
        let judge = env!("CARGO_BIN_EXE_harness");
        let script =
            format!("stty cols 80\nset -m\n'{judge}' {words}\necho \"stopped: $?\"\nfg > /dev/null\n");
        std::fs::write(self.root().join("job.sh"), script).unwrap();
        let mut command = self.on_terminal("exec bash job.sh");
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let (mut keys, mut out) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        let mut sent = Vec::new();
        read_until(&mut out, &mut sent, text);
        keys.write_all(b"\x1a").unwrap();
        read_until(&mut out, &mut sent, "stopped: ");
        let stopped = sent.len();
        read_until(&mut out, &mut sent, text);
        queue.wait();
        out.read_to_end(&mut sent).unwrap();
        drop(keys);
        child.wait().unwrap();
        let rest = String::from_utf8(sent.split_off(stopped)).unwrap();
        (String::from_utf8(sent).unwrap(), rest)
    }

    /// The command that gives the judge a terminal of 80 columns.
    fn in_terminal(&self, words: &str) -> Command {
        self.on_terminal(&format!("stty cols 80; exec '{}' {words}", env!("CARGO_BIN_EXE_harness")))
    }

    /// The command that gives this line of a shell a terminal.
    #[expect(clippy::disallowed_methods, reason = "a terminal is what is tested here")]
    fn on_terminal(&self, line: &str) -> Command {
        let mut command = Command::new("script");
        command.args(["-q", "-e", "-c", line, "/dev/null"]).current_dir(self.root());
        command.env("TERM", "xterm").env_remove("NO_COLOR").env_remove("CI");
        command
    }
}

/// Reads on until this text has come since the call, at least to its end.
fn read_until(from: &mut impl Read, all: &mut Vec<u8>, text: &str) {
    let start = all.len();
    let mut buffer = [0; 4096];
    while memchr::memmem::find(&all[start..], text.as_bytes()).is_none() {
        let count = from.read(&mut buffer).unwrap();
        assert!(count > 0, "no `{text}` in {:?}", String::from_utf8_lossy(all));
        all.extend_from_slice(&buffer[..count]);
    }
}
