//! For tests: the programs of a problem on a fake sandbox, where each program is a function.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use harness_sandbox::{Ending, Execution, FakeSandbox, Program, Stdin, Stop, Usage};

use crate::build::{Built, Executable};
use crate::event::Clock;
use crate::event::fixture::{execution, language, limits};
use crate::model::{
    Case, CheckerChoice, Expectation, KillSlack, Language, Name, Problem, Protocol, Provenance, Role,
    RoleKind, Roles, Rules, Sidecar, Solution, Source, Verdict,
};
use crate::programs::problem_programs::Helper;
use crate::programs::{Candidate, InputFolder, ProblemPrograms};
use crate::run::Pool;

/// What a program does with its arguments and its input: its output and its exit status.
pub type Behaviour = fn(args: &[String], input: &str) -> (String, i32);

/// A problem whose programs are functions.
pub struct Lab {
    folder: tempfile::TempDir,
    problem: Problem,
    language: Language,
    hosted: Language,
    behaviours: BTreeMap<PathBuf, Behaviour>,
    stop: Stop,
    workers: usize,
    trusted: Option<String>,
    protocol: Option<Protocol>,
}

impl Lab {
    /// A problem without programs and cases.
    #[must_use]
    pub fn new(rule: CheckerChoice) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let rules = Arc::new(Rules { limits: limits(), checker: rule });
        let problem = Problem {
            name: Name::from("p"),
            title: "p".to_owned(),
            url: None,
            folder: folder.path().join("cases"),
            rules,
            function: None,
            groups: [].into(),
            visible: None,
            cases: [].into(),
            solutions: Vec::new(),
            roles: Roles::default(),
        };
        std::fs::create_dir(&problem.folder).unwrap();
        Self {
            folder,
            problem,
            language: language(),
            hosted: Language { run: vec!["python3".to_owned()], ..Language::named("python") },
            behaviours: BTreeMap::new(),
            stop: Stop::new().unwrap(),
            workers: 1,
            trusted: None,
            protocol: None,
        }
    }

    /// Programs with a role that are added from here on follow this convention.
    #[must_use]
    pub fn by(mut self, protocol: Protocol) -> Self {
        self.protocol = Some(protocol);
        self
    }

    /// So many programs run at once.
    #[must_use]
    pub fn workers(mut self, workers: usize) -> Self {
        self.workers = workers;
        self
    }

    /// A solution that should be right.
    #[must_use]
    pub fn right(self, name: &str, behaviour: Behaviour) -> Self {
        self.solution(name, None, Expectation::accepted(), behaviour)
    }

    /// The same, run by another program.
    #[must_use]
    pub fn hosted(mut self, name: &str, behaviour: Behaviour) -> Self {
        self = self.right(name, behaviour);
        self.problem.solutions.last_mut().unwrap().language.clone_from(&self.hosted.name);
        self
    }

    /// A solution of a family that should be right.
    #[must_use]
    pub fn right_of(self, family: &str, name: &str, behaviour: Behaviour) -> Self {
        self.solution(name, Some(family), Expectation::accepted(), behaviour)
    }

    /// A solution that should be wrong on some case.
    #[must_use]
    pub fn wrong(self, name: &str, behaviour: Behaviour) -> Self {
        let verdicts = vec![Verdict::Accepted, Verdict::WrongAnswer];
        self.solution(name, None, Expectation::everywhere(verdicts), behaviour)
    }

    fn solution(
        mut self,
        name: &str,
        family: Option<&str>,
        expectation: Expectation,
        behaviour: Behaviour,
    ) -> Self {
        self.behaviours.insert(path_of(name), behaviour);
        self.problem.solutions.push(Solution {
            name: Name::from(name),
            language: "rust".to_owned(),
            source: Source::File(path_of(name)),
            main_file: path_of(name),
            expectation,
            family: family.map(str::to_owned),
            note: None,
        });
        self
    }

    /// The solution that writes answers.
    #[must_use]
    pub fn reference(mut self, name: &str) -> Self {
        self.problem.roles.reference = Some(Name::from(name));
        self
    }

    /// The solution whose answers are taken in its place.
    #[must_use]
    pub fn trusted(mut self, name: &str) -> Self {
        self.trusted = Some(name.to_owned());
        self
    }

    /// A generator or validator.
    #[must_use]
    pub fn helper(mut self, kind: RoleKind, name: &str, behaviour: Behaviour) -> Self {
        self.behaviours.insert(path_of(name), behaviour);
        let (language, source) = ("rust".to_owned(), Source::File(path_of(name)));
        let role = Role {
            name: Name::from(name),
            language,
            source,
            protocol: self.protocol,
            arguments: Vec::new(),
            report: None,
        };
        self.problem.roles.by_kind.entry(kind).or_default().push(role);
        self
    }

    /// A case, in files.
    #[must_use]
    pub fn case(mut self, name: &str, input: &str, answer: &str) -> Self {
        let file = |extension: &str, text: &str| {
            let path = self.problem.folder.join(format!("{name}.{extension}"));
            std::fs::write(&path, text).unwrap();
            path
        };
        let files = (file("in", input), Some(file("ans", answer)));
        let case = Case::of_files(Name::from(name), files, self.problem.rules.clone());
        self.problem.cases.push(case);
        self
    }

    /// The last case was found by this command.
    #[must_use]
    pub fn found(mut self, line: &str) -> Self {
        let details = vec![("found".to_owned(), line.to_owned())];
        let provenance = Provenance { details, ..Provenance::default() };
        let case = self.problem.cases.last_mut().unwrap();
        case.sidecar = Some(Box::new(Sidecar { path: PathBuf::new(), provenance }));
        self
    }

    /// Where cases are written.
    #[must_use]
    pub fn cases(&self) -> &Path {
        &self.problem.folder
    }

    /// The flag that stops everything.
    #[must_use]
    pub fn stop(&self) -> &Stop {
        &self.stop
    }

    fn candidate<'a>(&'a self, solution: &'a Solution) -> Candidate<'a> {
        let is_hosted = solution.language == self.hosted.name;
        let language = if is_hosted { &self.hosted } else { &self.language };
        Candidate {
            root: self.folder.path(),
            problem: &self.problem,
            solution,
            language,
            cases: [].into(),
            is_part: false,
        }
    }

    /// The programs, ready to be asked, and a folder for inputs.
    pub fn with<T>(&self, then: impl FnOnce(&ProblemPrograms<'_>, &InputFolder, &Calls) -> T) -> T {
        let calls = Arc::new(Calls::default());
        let behaviours = self.behaviours.clone();
        let noted = Arc::clone(&calls);
        let sandbox = FakeSandbox::new(move |_, program, _| {
            noted.note(program);
            Ok(run(behaviours[&program.executable], program))
        });
        let executable = |name: &Name| Executable {
            path: path_of(&name.to_string()),
            args: Vec::new(),
            files: Vec::new(),
            environment: Vec::new(),
            state: None,
            folder: None,
            warnings: None,
            takes_values: false,
            artifact: None,
        };
        let helper = |role| Helper { role, executable: executable(&role.name) };
        let solutions = || self.problem.solutions.iter();
        let programs = ProblemPrograms {
            problem: &self.problem,
            candidates: solutions().map(|solution| self.candidate(solution)).collect(),
            built: solutions().map(|solution| Built::Ready(executable(&solution.name))).collect(),
            sandbox: Box::new(sandbox),
            pool: Pool::new(self.workers).unwrap(),
            stop: &self.stop,
            clock: Clock::start(),
            recheck: 3,
            slack: KillSlack::BUILT_IN,
            helper_limits: limits(),
            trusted: solutions().position(|solution| Some(solution.name.to_string()) == self.trusted),
            deadline: Cell::new(None),
            deciders: None,
            validators: self.problem.roles.of(RoleKind::Validator).iter().map(helper).collect(),
            generator: self.problem.roles.of(RoleKind::Generator).first().map(helper),
        };
        let folder = InputFolder::make(self.folder.path()).unwrap();
        then(&programs, &folder, &calls)
    }
}

/// The runs that were asked for, by program.
#[derive(Default)]
pub struct Calls(Mutex<BTreeMap<String, usize>>);

impl Calls {
    fn note(&self, program: &Program) {
        let name = program.executable.file_name().unwrap().to_string_lossy().into_owned();
        *self.0.lock().unwrap().entry(name).or_default() += 1;
    }

    /// How often a program has run.
    #[must_use]
    pub fn of(&self, name: &str) -> usize {
        self.0.lock().unwrap().get(name).copied().unwrap_or_default()
    }
}

fn path_of(name: &str) -> PathBuf {
    Path::new("/programs").join(name)
}

fn run(behaviour: Behaviour, program: &Program) -> (Execution, Vec<u8>) {
    let input = match &program.stdin {
        Stdin::File(path) => std::fs::read_to_string(path).unwrap(),
        Stdin::Empty | Stdin::Pipe(_) => String::new(),
    };
    let args: Vec<String> = program.args.iter().map(|arg| arg.to_string_lossy().into_owned()).collect();
    let (output, status) = behaviour(&args, &input);
    let cpu = Duration::from_millis(1);
    let facts = Execution {
        ending: Ending::Exited(status),
        usage: Usage { cpu, wall: cpu, ..execution().usage },
        stdout_bytes: output.len() as u64,
        ..execution()
    };
    (facts, output.into_bytes())
}
