//! Builds what is not built yet, several things at once.
//!
//! The caller is told of each build as it ends, and can ask what is being built: a compiler
//! may take a minute, and the user must see that work goes on.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Mutex, PoisonError};
use std::thread::{Builder, Scope};
use std::time::{Duration, Instant};

use harness_sandbox::Stop;

use crate::build::cargo;
use crate::build::crates::Turn;
use crate::build::packed;
use crate::build::reads::Looks;
use crate::build::said;
use crate::build::secrets::Secrets;
use crate::build::single::{self, Input};
use crate::build::{BuildContext, BuildError, BuildRequest, Built, Executable, Halt, cache};
use crate::model::Source;
use crate::parallel;

/// What is built by one call of a compiler: the requests that it fulfils.
#[derive(Clone, Debug)]
struct Unit<'a> {
    requests: Vec<usize>,
    package: Option<(&'a Path, Vec<&'a str>)>,
}

/// A message of a build thread.
enum Message {
    Began(Vec<usize>),
    Done(Vec<(usize, Built)>),
    Halted(Halt),
}

/// Builds under way.
pub struct Building<'a> {
    requests: &'a [BuildRequest<'a>],
    root: PathBuf,
    built: Vec<Option<Built>>,
    /// Orders that are done and not yet reported.
    untold: Vec<usize>,
    open: BTreeSet<usize>,
    under_way: BTreeSet<usize>,
    messages: Receiver<Message>,
    quiet: Stop,
}

/// Begins to build the requests, on threads of the scope. What is in the cache is done at once, and where
/// that is all, no thread is started. Where programs were built before, these are all that there is.
///
/// # Errors
/// No thread could be started.
pub fn start<'scope, 'env: 'scope>(
    scope: &'scope Scope<'scope, 'env>,
    context: &'env BuildContext<'env>,
    requests: &'env [BuildRequest<'env>],
) -> Result<Building<'env>, BuildError> {
    let (sender, messages) = mpsc::channel();
    let quiet = Stop::new().map_err(|error| BuildError::NoThread(error.to_string()))?;
    let mut building = Building {
        requests,
        root: context.root.to_owned(),
        built: vec![None; requests.len()],
        untold: Vec::new(),
        open: (0..requests.len()).collect(),
        under_way: BTreeSet::new(),
        messages,
        quiet: quiet.clone(),
    };
    if let Some(programs) = context.packed {
        building.take(packed::all(context, programs, requests));
        quiet.now();
        return Ok(building);
    }
    let mut unbuilt = VecDeque::new();
    let looks = Looks::default();
    // A compiler that has to be asked what it is is waited for, so several are asked at once.
    let units = units(requests);
    let known = parallel::map(&units, |_, unit| unit.known(context, requests, &looks));
    for (unit, known) in units.into_iter().zip(known) {
        match known {
            Some(built) => building.take(built),
            None => unbuilt.push_back(unit),
        }
    }
    if unbuilt.is_empty() {
        quiet.now();
        return Ok(building);
    }
    let n_threads = context.workers.clamp(1, unbuilt.len());
    let queue = std::sync::Arc::new(Queue {
        context,
        requests,
        secrets: Secrets::of(context.root, context.case_places, context.submissions),
        turn: Turn::default(),
        quiet,
        waiting: Mutex::new(unbuilt.into_iter().enumerate().collect()),
    });
    for number in 0..n_threads {
        let (queue, sender) = (std::sync::Arc::clone(&queue), sender.clone());
        let started =
            Builder::new().name(format!("builder {number}")).spawn_scoped(scope, move || queue.work(&sender));
        match started {
            // One thread builds all, only later.
            Err(error) if number == 0 => return Err(BuildError::NoThread(error.to_string())),
            Err(_) => break,
            Ok(_) => {}
        }
    }
    Ok(building)
}

/// Builds all requests; the results come in their order. The caller is told every second what is being
/// built.
///
/// # Errors
/// A stop came before all was built, or nothing can be built. No compiler is left running.
pub fn build(
    context: &BuildContext<'_>,
    requests: &[BuildRequest<'_>],
    tell: &dyn Fn(&Building<'_>),
) -> Result<Vec<Built>, BuildError> {
    std::thread::scope(|scope| {
        let mut building = start(scope, context, requests)?;
        while building.is_open() {
            building.wait(PATIENCE)?;
            if building.is_open() {
                tell(&building);
            }
        }
        Ok(building.all())
    })
}

/// How long builds run before a message names them.
pub const PATIENCE: Duration = Duration::from_secs(1);

impl Building<'_> {
    /// Whether something is not built yet.
    #[must_use]
    pub fn is_open(&self) -> bool {
        !self.open.is_empty()
    }

    /// Set once nothing is built any more.
    #[must_use]
    pub fn quiet(&self) -> Stop {
        self.quiet.clone()
    }

    /// The requests that are not done.
    pub fn open(&self) -> impl Iterator<Item = usize> {
        self.open.iter().copied()
    }

    /// How many requests are done.
    #[must_use]
    pub fn done(&self) -> usize {
        self.requests.len() - self.open.len()
    }

    /// The names of what is being built.
    #[must_use]
    pub fn under_way(&self) -> Vec<String> {
        let indices = if self.under_way.is_empty() { &self.open } else { &self.under_way };
        indices.iter().map(|index| self.requests[*index].name.clone()).collect()
    }

    /// Waits for so long, or until all is built.
    ///
    /// # Errors
    /// A stop came, or nothing can be built.
    pub fn wait(&mut self, at_most: Duration) -> Result<(), BuildError> {
        let until = Instant::now() + at_most;
        while self.is_open() {
            let left = until.saturating_duration_since(Instant::now());
            match self.messages.recv_timeout(left) {
                Ok(Message::Began(requests)) => self.under_way.extend(requests),
                Ok(Message::Done(built)) => self.take(built),
                Ok(Message::Halted(Halt::NotIsolated(why))) => return Err(BuildError::NotIsolated(why)),
                Ok(Message::Halted(Halt::Stopped | Halt::Failed(_)))
                | Err(RecvTimeoutError::Disconnected) => {
                    return Err(BuildError::Stopped(self.under_way()));
                }
                Err(RecvTimeoutError::Timeout) => return Ok(()),
            }
        }
        Ok(())
    }

    /// Whether something was built since the last call of [`Self::news`].
    #[must_use]
    pub fn has_news(&self) -> bool {
        !self.untold.is_empty()
    }

    /// The requests that are not yet reported, built or not.
    #[must_use]
    pub fn unjudged(&self) -> Vec<usize> {
        let all: BTreeSet<usize> = self.open.iter().chain(&self.untold).copied().collect();
        all.into_iter().collect()
    }

    /// What was built since the last call, in the order of the requests.
    pub fn news(&mut self) -> Vec<(usize, Built)> {
        self.untold.sort_unstable();
        let built = |request: usize| Some((request, self.built.get_mut(request)?.take()?));
        std::mem::take(&mut self.untold).into_iter().filter_map(built).collect()
    }

    fn all(self) -> Vec<Built> {
        let missing = || Built::Failed("nothing was built".to_owned());
        self.built.into_iter().map(|built| built.unwrap_or_else(missing)).collect()
    }

    fn take(&mut self, built: Vec<(usize, Built)>) {
        for (request, built) in built {
            self.open.remove(&request);
            self.under_way.remove(&request);
            self.untold.push(request);
            let readable = |why: &str| said::readable(why, &self.root, self.requests[request].source);
            self.built[request] = Some(match built {
                Built::Rejected(why) => Built::Rejected(readable(&why)),
                Built::Ready(executable) => {
                    let warnings = executable.warnings.as_deref().map(readable);
                    Built::Ready(Executable { warnings, ..executable })
                }
                Built::Failed(why) => Built::Failed(said::shortened(why)),
                built => built,
            });
        }
    }
}

/// The state that the build threads share.
struct Queue<'a> {
    context: &'a BuildContext<'a>,
    requests: &'a [BuildRequest<'a>],
    secrets: Secrets,
    turn: Turn,
    quiet: Stop,
    waiting: Mutex<VecDeque<(usize, Unit<'a>)>>,
}

/// The last thread is done.
impl Drop for Queue<'_> {
    fn drop(&mut self) {
        self.quiet.now();
    }
}

impl Queue<'_> {
    fn work(&self, messages: &Sender<Message>) {
        loop {
            let next = self.waiting.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
            let Some((number, unit)) = next else { return };
            if self.context.stop.is_set() {
                let _ = messages.send(Message::Halted(Halt::Stopped));
                return;
            }
            // The receiver may be gone; then the rest is not wanted.
            if messages.send(Message::Began(unit.requests.clone())).is_err() {
                return;
            }
            let said = match unit.build(
                self.context,
                self.requests,
                &self.secrets,
                &unit.folder(self.requests, number),
                &self.turn,
            ) {
                Ok(built) => Message::Done(built),
                Err(halt) => Message::Halted(halt),
            };
            if messages.send(said).is_err() {
                return;
            }
        }
    }
}

/// The requests, those of a package together.
fn units<'a>(requests: &'a [BuildRequest<'a>]) -> Vec<Unit<'a>> {
    let mut units: Vec<Unit<'a>> = Vec::new();
    let mut packages: BTreeMap<&Path, usize> = BTreeMap::new();
    for (index, request) in requests.iter().enumerate() {
        let Source::CargoBinary { package, binary } = request.source else {
            units.push(Unit { requests: vec![index], package: None });
            continue;
        };
        let place = *packages.entry(package).or_insert(units.len());
        if place == units.len() {
            units.push(Unit { requests: Vec::new(), package: Some((package, Vec::new())) });
        }
        units[place].requests.push(index);
        if let Some((_, binaries)) = &mut units[place].package {
            binaries.push(binary);
        }
    }
    units
}

impl Unit<'_> {
    /// Its result, if it needs no compiler.
    fn known(
        &self,
        context: &BuildContext<'_>,
        requests: &[BuildRequest<'_>],
        looks: &Looks,
    ) -> Option<Vec<(usize, Built)>> {
        if let Some((package, binaries)) = &self.package {
            let built = cargo::Recipe::new(context, package, binaries).known(looks)?;
            return Some(self.of_package(binaries, &built));
        }
        let request = &requests[self.requests[0]];
        if let Source::Absent(why) = request.source {
            return Some(vec![(self.requests[0], Built::Absent(why.clone()))]);
        }
        let input = Input::of(request)?;
        let built = match single::Recipe::new(context, &input, request.language) {
            Ok(recipe) => recipe.known(looks)?,
            Err(built) => *built,
        };
        Some(vec![(self.requests[0], built)])
    }

    fn build(
        &self,
        context: &BuildContext<'_>,
        requests: &[BuildRequest<'_>],
        secrets: &Secrets,
        name: &str,
        turn: &Turn,
    ) -> Result<Vec<(usize, Built)>, Halt> {
        if let Some((package, binaries)) = &self.package {
            let built = cargo::Recipe::new(context, package, binaries).build(secrets, name, turn)?;
            return Ok(self.of_package(binaries, &built));
        }
        let request = &requests[self.requests[0]];
        let Some(input) = Input::of(request) else { return Ok(Vec::new()) };
        let built = match single::Recipe::new(context, &input, request.language) {
            Ok(recipe) => recipe.build(secrets, name)?,
            Err(built) => *built,
        };
        Ok(vec![(self.requests[0], built)])
    }

    /// A name for its folders, which no other build of this process has.
    fn folder(&self, requests: &[BuildRequest<'_>], number: usize) -> String {
        let first = requests[self.requests[0]].source;
        let key = cache::key(&[format!("{first:?}").as_bytes()]);
        format!("build-{number}-{key}")
    }

    fn of_package(&self, binaries: &[&str], built: &BTreeMap<String, Built>) -> Vec<(usize, Built)> {
        let one = |(request, binary): (&usize, &&str)| {
            let missing = || Built::Failed(format!("cargo built no binary `{binary}`"));
            (*request, built.get(*binary).cloned().unwrap_or_else(missing))
        };
        self.requests.iter().zip(binaries).map(one).collect()
    }
}
