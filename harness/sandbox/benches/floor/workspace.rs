//! Workspaces to measure on.

use std::path::{Path, PathBuf};
use std::process::Command;

/// A workspace with one problem `p` and one program.
pub struct Workspace {
    folder: tempfile::TempDir,
}

/// Runs an executable as it is: floor and judge start the very same file.
const SETTINGS: &str =
    "[defaults]\ntime_limit = \"20s\"\n\n[language.ready]\nextensions = [\"ready\"]\nrun = [\"{source}\"]\n";

impl Workspace {
    /// With this program, in Rust.
    pub fn new(program: &str) -> Self {
        let workspace = Self::empty();
        let source = workspace.root().join("program.rs");
        std::fs::write(&source, program).expect("a source");
        let built = Command::new("rustc")
            .args(["-O", "-C", "strip=symbols", "-o"])
            .arg(workspace.program())
            .arg(&source)
            .status();
        assert!(built.is_ok_and(|status| status.success()), "the program does not build");
        workspace
    }

    /// Without a program.
    pub fn empty() -> Self {
        let workspace = Self { folder: tempfile::tempdir().expect("a folder") };
        for folder in ["cases/p", "solutions/p"] {
            std::fs::create_dir_all(workspace.root().join(folder)).expect("a folder");
        }
        std::fs::write(workspace.root().join("judge.toml"), SETTINGS).expect("settings");
        workspace
    }

    pub fn root(&self) -> &Path {
        self.folder.path()
    }

    pub fn cases(&self) -> PathBuf {
        self.root().join("cases/p")
    }

    pub fn program(&self) -> PathBuf {
        self.root().join("solutions/p/program.ready")
    }

    pub fn case(&self, name: &str, input: &[u8], answer: &[u8]) {
        std::fs::write(self.cases().join(format!("{name}.in")), input).expect("an input");
        std::fs::write(self.cases().join(format!("{name}.ans")), answer).expect("an answer");
    }

    /// So many sums of two numbers.
    pub fn sums(count: usize) -> Self {
        let workspace = Self::new(SUM);
        for index in 0..count {
            let (a, b) = (index * 7, index * 11);
            let (input, answer) = (format!("{a} {b}\n"), format!("{}\n", a + b));
            workspace.case(&format!("{index:05}"), input.as_bytes(), answer.as_bytes());
        }
        workspace
    }
}

const SUM: &str = r#"fn main() {
    let text = std::io::read_to_string(std::io::stdin()).unwrap();
    println!("{}", text.split_whitespace().map(|word| word.parse::<u64>().unwrap()).sum::<u64>());
}
"#;

/// Copies its input to its output.
pub const COPY: &str = "fn main() {
    std::io::copy(&mut std::io::stdin().lock(), &mut std::io::stdout().lock()).unwrap();
}
";
