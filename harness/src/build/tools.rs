//! What is known of compilers and of what belongs to them: the data of `tools.toml`.

use std::collections::BTreeMap;
use std::env;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use serde::Deserialize;

/// What is known.
pub static TOOLS: LazyLock<KnownTools> = LazyLock::new(|| {
    let read = toml::from_str(TEXT);
    debug_assert!(read.is_ok(), "tools.toml: {read:?}");
    read.unwrap_or_default()
});

const TEXT: &str = include_str!("tools.toml");

/// What is known of compilers and of what belongs to them.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KnownTools {
    /// Programs that start another compiler.
    launchers: Vec<String>,
    /// Files, in the folders above, by which some of them choose.
    pub chosen_by: Vec<String>,
    /// Interpreters of scripts that are understood, as a first line names them.
    pub shells: Vec<String>,
    #[serde(rename = "compiler")]
    compilers: Vec<KnownCompiler>,
    #[serde(rename = "reader")]
    readers: Vec<KnownReader>,
    #[serde(rename = "manager")]
    managers: Vec<KnownManager>,
    #[serde(rename = "installation")]
    installations: Vec<KnownInstallation>,
    #[serde(rename = "interpreter")]
    interpreters: Vec<KnownInterpreter>,
    /// Folders of the user that compilers need.
    #[serde(rename = "home")]
    pub homes: Vec<KnownHome>,
    /// What is passed on.
    pub environment: KnownVariables,
}

/// A compiler that writes a list of what it reads.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KnownCompiler {
    names: Vec<String>,
    /// The words that make it write the list, into the file that stands for `{list}`.
    pub list: Vec<String>,
    asks_already: Vec<String>,
    /// It takes folders in which it looks for headers.
    #[serde(default)]
    pub takes_headers: bool,
    /// Folders in which it looks before all others of the system.
    #[serde(default)]
    pub searched: Vec<PathBuf>,
    /// Words behind which a source names a file that may be missing.
    #[serde(default)]
    pub probes: Vec<String>,
    /// With one of these a source may read what cannot be told from its text.
    #[serde(default)]
    pub reads_untold: Vec<String>,
    /// Names of files that it looks for in each folder.
    #[serde(default)]
    pub looked_for: Vec<String>,
}

/// A compiler that reads more than its sources only where they say so.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct KnownReader {
    names: Vec<String>,
    reads_more: Vec<String>,
}

/// A program that starts one of several versions.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KnownManager {
    name: String,
    variable: String,
    folder: String,
    above: Vec<String>,
    settings: String,
    versions: String,
    compiler: String,
}

/// A compiler that is started by a script of its installation.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KnownInstallation {
    script: String,
    says: Vec<String>,
    /// The folder, beside that of the script, with all that the compiler consists of.
    pub folder: Option<String>,
    /// Programs that the script starts by their names.
    #[serde(default)]
    pub programs: Vec<String>,
    /// Variables that name a folder in whose `bin` these may stand.
    #[serde(default)]
    pub homes: Vec<String>,
}

/// An interpreter in whose place a version manager may put a script.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KnownInterpreter {
    begins: String,
    /// The words that make it print its path.
    pub asks: Vec<String>,
    /// The variable that names the version.
    pub variable: String,
    /// The file that does, in the home of the manager.
    pub settings: String,
}

/// A folder of the user.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KnownHome {
    variable: String,
    folder: String,
    #[serde(default)]
    inside: String,
    /// What of it is shown; all of it where nothing is named.
    #[serde(default)]
    pub shown: Vec<String>,
    /// What is not shown.
    #[serde(default)]
    pub hidden: Vec<String>,
    /// The variable that names it for a build.
    pub told: String,
}

/// What a build is told of the environment.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KnownVariables {
    /// Variables with a value of our own.
    pub set: BTreeMap<String, String>,
    passed: Vec<String>,
    passed_prefixes: Vec<String>,
    not_passed: Vec<String>,
    /// Variables that name folders.
    pub folders: Vec<String>,
    /// Variables that name no place in which a compiler finds something of the program.
    pub unsearched: Vec<String>,
}

impl KnownTools {
    /// The compiler that a program is, if it is known.
    #[must_use]
    pub fn compiler(&self, program: &str) -> Option<&KnownCompiler> {
        let name = Path::new(program).file_name()?.to_str()?;
        let name = name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.').trim_end_matches('-');
        let name = name.rsplit('-').next()?;
        self.compilers.iter().find(|compiler| compiler.names.iter().any(|known| known == name))
    }

    /// Whether a program reads more than this source where it is given it.
    #[must_use]
    pub fn reads_more(&self, program: &str, source: &[u8]) -> bool {
        let name = Path::new(program).file_name().unwrap_or_default();
        let known =
            self.readers.iter().filter(|known| known.names.iter().any(|known| name == known.as_str()));
        let mut words = known.flat_map(|known| &known.reads_more);
        words.any(|word| memchr::memmem::find(source, word.as_bytes()).is_some())
    }

    /// The manager of this name.
    #[must_use]
    pub fn manager(&self, name: &str) -> Option<&KnownManager> {
        self.managers.iter().find(|manager| manager.name == name)
    }

    /// Whether a program of this name starts another compiler.
    #[must_use]
    pub fn is_launcher(&self, name: &str) -> bool {
        self.launchers.iter().any(|known| known == name)
    }

    /// Whether a program of this name starts another that it chooses.
    #[must_use]
    pub fn chooses(&self, name: &str) -> bool {
        self.is_launcher(name) || self.manager(name).is_some()
    }

    /// The installation that a script with this text belongs to.
    #[must_use]
    pub fn installation(&self, script: &Path, text: &str) -> Option<&KnownInstallation> {
        let name = script.file_name()?.to_str()?;
        let is_of = |known: &&KnownInstallation| {
            known.script == name && known.says.iter().all(|part| text.contains(part.as_str()))
        };
        self.installations.iter().find(is_of)
    }

    /// The interpreter that a program of this name is.
    #[must_use]
    pub fn interpreter(&self, name: &str) -> Option<&KnownInterpreter> {
        self.interpreters.iter().find(|interpreter| name.starts_with(&interpreter.begins))
    }
}

impl KnownCompiler {
    /// Whether a command asks for the list itself, or builds nothing.
    #[must_use]
    pub fn is_asked_already(&self, command: &[String]) -> bool {
        command.iter().any(|word| {
            let is_flag = |flag: &String| word.strip_prefix(flag.as_str()).is_some_and(is_end_of_flag);
            self.asks_already.iter().any(is_flag)
        })
    }
}

/// Whether a flag ends there, or its value begins.
fn is_end_of_flag(rest: &str) -> bool {
    rest.is_empty() || rest.starts_with('=')
}

impl KnownManager {
    /// What decides which version it starts in this folder, and the compilers of all versions.
    #[must_use]
    pub fn decides(&self, folder: &Path) -> Vec<PathBuf> {
        let of_user = || Some(PathBuf::from(env::var_os("HOME")?).join(&self.folder));
        let home = env::var_os(&self.variable).map(PathBuf::from).or_else(of_user);
        let mut found: Vec<PathBuf> =
            folder.ancestors().flat_map(|above| self.above.iter().map(|name| above.join(name))).collect();
        if let Some(home) = home {
            found.push(home.join(&self.settings));
            let entries = std::fs::read_dir(home.join(&self.versions)).into_iter().flatten().flatten();
            let mut compilers: Vec<PathBuf> =
                entries.map(|entry| entry.path().join(&self.compiler)).collect();
            compilers.sort();
            found.extend(compilers);
        }
        found
    }
}

impl KnownHome {
    /// Where it is, if it is there.
    #[must_use]
    pub fn place(&self, user_home: Option<&Path>) -> Option<PathBuf> {
        let set = env::var_os(&self.variable).map(PathBuf::from).filter(|path| path.is_absolute());
        let home = set.or_else(|| Some(user_home?.join(&self.folder)))?;
        let place = if self.inside.is_empty() { home } else { home.join(&self.inside) };
        place.is_dir().then_some(place)
    }
}

impl KnownVariables {
    /// Whether a variable of this name is passed on.
    #[must_use]
    pub fn is_passed(&self, name: &str) -> bool {
        let is_in = |list: &[String]| list.iter().any(|known| known == name);
        let is_prefixed = self.passed_prefixes.iter().any(|prefix| name.starts_with(prefix.as_str()));
        is_in(&self.passed) || (is_prefixed && !is_in(&self.not_passed))
    }
}

#[cfg(test)]
mod tests {
    use super::{KnownTools, TEXT, TOOLS};

    #[test]
    fn the_data_is_read_whole() {
        let tools: KnownTools = toml::from_str(TEXT).unwrap();
        assert_eq!((tools.compilers.len(), tools.managers.len(), tools.homes.len()), (2, 1, 3));
        assert_eq!((tools.installations.len(), tools.interpreters.len()), (3, 1));
    }

    #[test]
    fn compilers_are_known_by_their_names() {
        let is_like = |name: &str, other: &str| {
            TOOLS.compiler(name).map(|one| &one.names) == TOOLS.compiler(other).map(|one| &one.names)
        };
        for name in ["gcc", "/usr/bin/g++", "x86_64-linux-gnu-g++-12", "clang-15", "clang++", "cc"] {
            assert!(TOOLS.compiler(name).is_some_and(|one| one.takes_headers), "{name}");
        }
        assert!(!is_like("rustc", "gcc") && TOOLS.compiler("rustc").is_some());
        for name in ["javac", "go", "ccache", "tcc", "install"] {
            assert!(TOOLS.compiler(name).is_none(), "{name}");
        }
    }

    #[test]
    fn a_command_that_asks_for_a_list_is_not_asked_for_another() {
        let asks = |words: &[&str]| {
            let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
            TOOLS.compiler(&words[0]).unwrap().is_asked_already(&words)
        };
        assert!(
            asks(&["gcc", "-MMD"]) && asks(&["rustc", "--emit=asm"]) && asks(&["rustc", "--emit", "asm"])
        );
        assert!(!asks(&["gcc", "-O2", "-Map=x"]) && !asks(&["rustc", "-O"]));
    }
}
