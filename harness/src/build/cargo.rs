//! A Cargo package: all wanted binaries in one call of Cargo.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use harness_sandbox::{FileState, Isolation, ToolOutput, find_tool};
use serde::Deserialize;

use crate::build::crates::{Grounds, Surroundings, Turn};
use crate::build::reads::{Looks, state_of};
use crate::build::sandboxed::{Confinement, Place, Plan, Ran, openly};
use crate::build::secrets::Secrets;
use crate::build::toolchain::{Toolchain, place_of};
use crate::build::{
    BuildContext, Built, Executable, Halt, cache, compiler, crates, fresh, searched, shortage, warnings,
};
use crate::model::{EntryPoint, count_warnings};

/// One line of `cargo build --message-format=json`, as far as it concerns us.
#[derive(Deserialize)]
struct Message {
    reason: String,
    target: Option<Target>,
    executable: Option<PathBuf>,
    #[serde(rename = "message")]
    diagnostic: Option<Diagnostic>,
}

#[derive(Deserialize)]
struct Target {
    name: String,
    kind: Vec<String>,
}

#[derive(Deserialize)]
struct Diagnostic {
    level: String,
    rendered: Option<String>,
}

/// What Cargo said about one package.
#[derive(Default)]
struct Report {
    executables: BTreeMap<String, PathBuf>,
    errors_of_binaries: BTreeMap<String, String>,
    errors_of_libraries: String,
    warnings_of_binaries: BTreeMap<String, String>,
    warnings_of_libraries: String,
    has_artifacts: bool,
}

/// What building the binaries of one package takes.
pub struct Recipe<'a> {
    context: &'a BuildContext<'a>,
    package: &'a Path,
    binaries: &'a [&'a str],
    /// The variables that the language of packages sets.
    environment: &'a [(String, String)],
}

impl<'a> Recipe<'a> {
    /// Builds these binaries of the package in release mode.
    pub fn new(context: &'a BuildContext<'a>, package: &'a Path, binaries: &'a [&'a str]) -> Self {
        let of_packages = context.languages.iter().find(|row| row.entry == EntryPoint::Package);
        let environment = of_packages.map_or(&[][..], |row| &row.environment);
        Self { context, package, binaries, environment }
    }

    /// The binaries, if all that are wanted were built before and nothing has changed since.
    pub fn known(&self, looks: &Looks) -> Option<BTreeMap<String, Built>> {
        let accepted = Confinement::accepted(self.context.isolation);
        let surroundings = self.surroundings(looks)?;
        accepted.iter().find_map(|confinement| self.fresh(*confinement, &surroundings, looks))
    }

    /// The toolchain and the environment that Cargo gets, by a name.
    fn surroundings(&self, looks: &Looks) -> Option<String> {
        let name = format!("surroundings of {}", self.package.display());
        let made = looks.or_else(Path::new(&name), || {
            let cargo = place_of(&find_tool(Path::new("cargo")).ok_or(std::io::ErrorKind::NotFound)?)?;
            let toolchain = Toolchain::of(&cargo, &[], self.environment, self.context.cache);
            let version = ["cargo".to_owned(), "--version".to_owned()];
            let mut identity = compiler::identity(&cargo, Some(&version), self.package)?;
            if let Some(rustc) = find_tool(Path::new("rustc")) {
                identity.extend(compiler::identity(&rustc, None, self.package)?);
            }
            let cargo_home = toolchain.environment.iter().find(|(name, _)| name == "CARGO_HOME");
            for name in cargo_home
                .iter()
                .flat_map(|(_, home)| ["config", "config.toml"].map(|name| Path::new(home).join(name)))
            {
                identity.extend(state_of(&name));
            }
            identity.extend(self.variables());
            Ok::<_, std::io::Error>(cache::key(&[&identity, &toolchain.told()]).into_bytes())
        });
        String::from_utf8(made.ok()?).ok()
    }

    fn fresh(
        &self,
        confinement: Confinement,
        surroundings: &str,
        looks: &Looks,
    ) -> Option<BTreeMap<String, Built>> {
        let stamp = self.stamp(confinement);
        let executables = fresh::executables(&stamp, surroundings, self.binaries, looks)?;
        let target = fs::canonicalize(self.target(confinement)).ok()?;
        let are_own = executables.values().all(|path| is_own(path, &target));
        let warnings = |name: &str| warnings::of(&said_of(&stamp, name));
        let one = |(name, path): (String, PathBuf)| {
            let built = self.ready(path, warnings(&name));
            (name, built)
        };
        are_own.then(|| executables.into_iter().map(one).collect())
    }

    /// The folder that Cargo builds in. Each package has its own, so that none can touch what another's
    /// build script, or the judge itself, has there.
    fn target(&self, confinement: Confinement) -> PathBuf {
        self.context.cache.join(self.key(b"target", confinement))
    }

    fn stamp(&self, confinement: Confinement) -> PathBuf {
        self.context.cache.join(self.key(b"stamp", confinement))
    }

    fn key(&self, what: &[u8], confinement: Confinement) -> String {
        let package = self.package.as_os_str().as_encoded_bytes();
        let mut parts = vec![what, package, confinement.tag()];
        let variables = self.variables();
        parts.extend(Some(variables.as_slice()).filter(|variables| !variables.is_empty()));
        let is_handed_in = fs::canonicalize(self.package).is_ok_and(|real| self.context.is_submission(&real));
        parts.extend(is_handed_in.then_some(b"handed in".as_slice()));
        cache::key(&parts)
    }

    /// The variables in one.
    fn variables(&self) -> Vec<u8> {
        self.environment.iter().flat_map(|(name, value)| format!("{name}={value}\0").into_bytes()).collect()
    }

    /// The executable at this place, with the variables of the language.
    fn ready(&self, path: PathBuf, warnings: Option<String>) -> Built {
        match ready(path, warnings, own_folder(self.context, self.package)) {
            Built::Ready(executable) => {
                Built::Ready(Executable { environment: self.environment().collect(), ..executable })
            }
            built => built,
        }
    }

    fn environment(&self) -> impl Iterator<Item = (OsString, OsString)> {
        self.environment.iter().map(|(name, value)| (name.into(), value.into()))
    }

    /// Builds them; the folders for that have this name among the drafts.
    pub fn build(&self, secrets: &Secrets, name: &str, turn: &Turn) -> Result<BTreeMap<String, Built>, Halt> {
        match self.try_build(secrets, name, turn) {
            Ok(built) => Ok(built),
            Err(Halt::Failed(why)) => Ok(self.all(&Built::Failed(why))),
            Err(halt) => Err(halt),
        }
    }

    fn all(&self, built: &Built) -> BTreeMap<String, Built> {
        self.binaries.iter().map(|binary| ((*binary).to_owned(), built.clone())).collect()
    }

    fn try_build(&self, secrets: &Secrets, name: &str, turn: &Turn) -> Result<BTreeMap<String, Built>, Halt> {
        let io = |error: std::io::Error| Halt::Failed(format!("failed to build: {error}"));
        let Some(cargo) = find_tool(Path::new("cargo")) else {
            return Err(Halt::Failed(
                "`cargo` is not installed; install it to build Rust packages".to_owned(),
            ));
        };
        let cargo = place_of(&cargo).map_err(io)?;
        let package = fs::canonicalize(self.package).map_err(io)?;
        let (root, readable) = (&secrets.root, self.context.readable);
        let grounds = Grounds { root, submissions: self.context.submissions, readable };
        let around = Surroundings::of(&package, &grounds);
        let fetch = || crates::fetch(self.context, &cargo, &package, &around, (secrets, name), turn);
        let mut has_fetched = false;
        if !around.lock().exists() {
            has_fetched = true;
            if let Some(failed) = fetch()? {
                return Ok(self.all(&unfetched(failed)));
            }
        }
        let toolchain = Toolchain::of(&cargo, &[], self.environment, self.context.cache);
        let mut isolation = self.context.isolation;
        loop {
            let readable =
                [&[package.clone()][..], &around.readable, &secrets.shared(&around.packages)].concat();
            let is_member = around.workspace != package;
            let (own, toolchain, sees_cases) = (package.as_path(), &toolchain, false);
            let plan = Plan { name, own, toolchain, readable, is_member, sees_cases, isolation };
            let (mut place, target) = self.open(secrets, &plan)?;
            let looks = Looks::default();
            let surroundings = self.surroundings(&looks).unwrap_or_default();
            if let Some(built) = self.fresh(place.confinement, &surroundings, &looks) {
                return Ok(built);
            }
            let places = searched::places(&[], self.environment);
            fresh::forget_unseen(&self.stamp(place.confinement), &target, &around, !places.is_empty());
            let began = SystemTime::now();
            let args = self.arguments(&package, &target);
            // Also over a configuration that names another folder, to which nothing can be written.
            let own = ("CARGO_BUILD_BUILD_DIR".into(), target.clone().into_os_string());
            let more: Vec<(OsString, OsString)> = self.environment().chain([own]).collect();
            let output = match place.run(&cargo, &args, &package, &more)? {
                Ran::Ended(output) => output,
                Ran::Over(why) => return Ok(self.all(&Built::Rejected(why))),
                Ran::Failed(why) => return Ok(self.all(&Built::Failed(why))),
            };
            let report = Report::read(&output, &target);
            if !output.success && report.has_said_nothing() {
                let version = ["cargo".to_owned(), "--version".to_owned()];
                let can_lack = isolation != Isolation::None;
                let lack = if can_lack { place.lacks_toolchain(&cargo, &version)? } else { None };
                if let Some(why) = lack {
                    if isolation != Isolation::Auto {
                        return Err(Halt::Failed(unshown(&cargo, &why)));
                    }
                    self.context.remarks.add(openly(&cargo, &why));
                    isolation = Isolation::None;
                    continue;
                }
                if !has_fetched {
                    has_fetched = true;
                    drop(place);
                    match fetch()? {
                        None => continue,
                        Some(failed) => return Ok(self.all(&unfetched(failed))),
                    }
                }
            }
            if let Some(reads) = fresh::reads(&package, &around, &report.executables, places) {
                let (stamp, drafts) = (self.stamp(place.confinement), self.context.drafts);
                let executables = &report.executables;
                for name in executables.keys() {
                    let said = report.warnings_of(name, self.binaries).unwrap_or_default();
                    let _ = warnings::keep(&said, &said_of(&stamp, name), drafts);
                }
                // Without the stamp the next call asks Cargo again, which is only slower.
                let _ = fresh::remember(&stamp, (drafts, &target), &surroundings, &reads, executables, began);
            }
            let mut built = self.taken(&output, &report);
            if let Some(hint) = around.hint(root) {
                for built in built.values_mut() {
                    if let Built::Rejected(why) = built {
                        why.push_str(&hint);
                    }
                }
            }
            return Ok(built);
        }
    }

    /// A place to build in, and Cargo's folder in it, which depends on how good a place it is. That is
    /// known once it is there, so where it is worse than hoped for, a second one is opened.
    fn open(&self, secrets: &Secrets, plan: &Plan<'_>) -> Result<(Place<'a>, PathBuf), Halt> {
        let io = |error: std::io::Error| Halt::Failed(format!("failed to create the build folder: {error}"));
        let mut confinement = Confinement::accepted(plan.isolation)[0];
        if plan.isolation == Isolation::None {
            confinement = Confinement::Open;
        }
        loop {
            let target = self.target(confinement);
            fs::create_dir_all(&target).map_err(io)?;
            let target = fs::canonicalize(&target).map_err(io)?;
            let place = Place::open(self.context, secrets, plan.clone(), &[&target])?;
            if place.confinement == confinement {
                return Ok((place, target));
            }
            confinement = place.confinement;
        }
    }

    fn taken(&self, output: &ToolOutput, report: &Report) -> BTreeMap<String, Built> {
        let lack = if output.success { None } else { shortage::behind(output, self.context.cache) };
        let one = |binary: &&str| {
            let warnings = report.warnings_of(binary, self.binaries);
            let built = match report.of(binary, output, lack.as_deref()) {
                Ok(path) => self.ready(path, warnings),
                Err(built) => *built,
            };
            ((*binary).to_owned(), built)
        };
        self.binaries.iter().map(one).collect()
    }

    fn arguments(&self, package: &Path, target: &Path) -> Vec<OsString> {
        let mut args: Vec<OsString> =
            ["build", "--release", "--keep-going", "--message-format=json"].map(OsString::from).into();
        if self.context.only_wanted {
            args.extend(self.binaries.iter().flat_map(|binary| ["--bin".into(), binary.into()]));
        } else {
            args.push("--bins".into());
        }
        args.extend(["--manifest-path".into(), package.join("Cargo.toml").into_os_string()]);
        args.extend(["--target-dir".into(), target.as_os_str().to_owned()]);
        args
    }
}

/// An executable that really lies in the package's own folder. What runs during the build can say, and
/// link, anything.
fn is_own(path: &Path, target: &Path) -> bool {
    fs::canonicalize(path).is_ok_and(|real| real.starts_with(target) && real.is_file())
}

fn unshown(cargo: &Path, why: &str) -> String {
    format!(
        "`{}` does not work in the build sandbox, which full isolation requires:\n{why}\n\
         put the folder of the real Cargo first in PATH, or use isolation = \"auto\"",
        cargo.display()
    )
}

/// What could not be downloaded or resolved is most often wrong in the manifest.
fn unfetched(ran: Ran) -> Built {
    match ran {
        Ran::Ended(output) => Built::Rejected(said(&output)),
        Ran::Over(why) => Built::Failed(why.replace("the compiler", "downloading what the package needs")),
        Ran::Failed(why) => Built::Failed(why),
    }
}

/// What Cargo itself said at its end.
fn said(output: &ToolOutput) -> String {
    format!("cargo ended with {}:\n{}", output.status, String::from_utf8_lossy(&output.stderr))
}

/// Where the warnings of a binary are kept.
fn said_of(stamp: &Path, binary: &str) -> PathBuf {
    let mut name = stamp.as_os_str().to_owned();
    name.push("-");
    name.push(cache::key(&[binary.as_bytes()]));
    name.into()
}

/// The folder of a package in which its programs find their files. One that holds all solutions of a problem is of
/// none of them.
pub fn own_folder(context: &BuildContext<'_>, package: &Path) -> Option<PathBuf> {
    let package = fs::canonicalize(package).ok()?;
    let solutions = fs::canonicalize(context.root).ok()?.join("solutions");
    (package.parent() != Some(&solutions)).then_some(package)
}

/// The executable at this place, which finds what lies in this folder.
pub fn ready(path: PathBuf, warnings: Option<String>, folder: Option<PathBuf>) -> Built {
    Built::Ready(Executable {
        warnings,
        artifact: Some(path.as_path().into()),
        files: std::iter::once(path.clone()).chain(folder.clone()).collect(),
        state: FileState::of(&path),
        path,
        args: Vec::new(),
        environment: Vec::new(),
        folder,
        takes_values: false,
    })
}

impl Report {
    fn read(output: &ToolOutput, target: &Path) -> Self {
        let mut report = Self::default();
        for line in output.stdout.split(|byte| *byte == b'\n') {
            let Ok(message) = serde_json::from_slice::<Message>(line) else { continue };
            report.take(message);
        }
        report.executables.retain(|_, path| is_own(path, target));
        report
    }

    /// Nothing was compiled, so nothing is wrong with the sources yet.
    fn has_said_nothing(&self) -> bool {
        self.errors_of_binaries.is_empty() && self.errors_of_libraries.is_empty() && !self.has_artifacts
    }

    fn take(&mut self, message: Message) {
        self.has_artifacts |= message.reason == "compiler-artifact";
        let Some(target) = message.target else { return };
        let is_binary = target.kind.iter().any(|kind| kind == "bin");
        match (message.reason.as_str(), message.executable, message.diagnostic) {
            ("compiler-artifact", Some(path), _) if is_binary => {
                self.executables.insert(target.name, path);
            }
            ("compiler-message", _, Some(Diagnostic { level, rendered: Some(text) })) => {
                let said = match (level.starts_with("error"), is_binary) {
                    (true, true) => self.errors_of_binaries.entry(target.name).or_default(),
                    (true, false) => &mut self.errors_of_libraries,
                    (false, true) => self.warnings_of_binaries.entry(target.name).or_default(),
                    (false, false) => &mut self.warnings_of_libraries,
                };
                said.push_str(&text);
            }
            _ => {}
        }
    }

    /// The warnings about a binary. Those about libraries, which all share, are told with the first.
    fn warnings_of(&self, binary: &str, binaries: &[&str]) -> Option<String> {
        let is_first = binaries.first() == Some(&binary);
        let shared = if is_first { self.warnings_of_libraries.as_str() } else { "" };
        let own = self.warnings_of_binaries.get(binary).map_or("", String::as_str);
        let all = format!("{shared}{own}");
        (count_warnings(&all) > 0).then_some(all)
    }

    /// The executable of one binary, or what came of it. Errors of its own come first, then those of a library, which keep
    /// every binary from being built, then what Cargo itself said.
    fn of(&self, binary: &str, output: &ToolOutput, lack: Option<&str>) -> Result<PathBuf, Box<Built>> {
        let unbuilt = |said: &str| {
            Err(Box::new(match lack {
                Some(lack) => Built::Failed(format!("{lack}:\n{said}")),
                None => Built::Rejected(said.to_owned()),
            }))
        };
        if let Some(errors) = self.errors_of_binaries.get(binary) {
            return unbuilt(errors);
        }
        if let Some(path) = self.executables.get(binary) {
            return Ok(path.clone());
        }
        if !self.errors_of_libraries.is_empty() {
            return unbuilt(&self.errors_of_libraries);
        }
        unbuilt(&said(output))
    }
}

#[cfg(test)]
mod tests {
    use super::Report;
    use harness_sandbox::ToolOutput;
    use std::fs;

    #[test]
    fn an_executable_elsewhere_is_never_believed() {
        let top = tempfile::tempdir().unwrap();
        let target = fs::canonicalize(top.path()).unwrap().join("target");
        fs::create_dir(&target).unwrap();
        let (own, other, link) = (target.join("own"), target.with_file_name("other"), target.join("link"));
        fs::write(&own, "").unwrap();
        fs::write(&other, "").unwrap();
        std::os::unix::fs::symlink(&other, &link).unwrap();
        // A macro may print such a line, and Cargo passes on what compilers print.
        let line = |name: &str, path: &std::path::Path| {
            let path = path.display();
            format!(
                "{{\"reason\":\"compiler-artifact\",\"target\":{{\"name\":\"{name}\",\"kind\":[\"bin\"]}},\"executable\":\"{path}\"}}\n"
            )
        };
        let stdout = [line("a", &own), line("b", &other), line("c", &link), line("d", &target)].concat();
        let output = ToolOutput {
            success: true,
            status: String::new(),
            signal: None,
            stdout: stdout.into_bytes(),
            stderr: Vec::new(),
        };
        let report = Report::read(&output, &target);
        assert_eq!(report.executables.keys().collect::<Vec<_>>(), ["a"]);
    }
}
