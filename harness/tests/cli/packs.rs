//! A workspace in one file: packed where the compilers are, and graded where they are not.

use harness_sandbox::{Tool, run_tool};

use crate::session::{Output, Workspace, is_here, workspace};

const CHECKER: &str = "#include <stdio.h>\nint main(int n, char **a) { FILE *f = fopen(a[2], \"r\"); int x = 0, y = 0;\n\
    if (fscanf(f, \"%d\", &x) != 1 || scanf(\"%d\", &y) != 1) return 43; return x == y ? 42 : 43; }\n";

/// A problem with solutions of all kinds: compiled, interpreted, a package, one that does not compile and one that
/// is wrong; and a checker that is compiled.
fn of_all_kinds() -> Workspace {
    let c = |expression: &str| {
        format!(
            "#include <stdio.h>\nint main(void) {{ int n; scanf(\"%d\", &n); printf(\"%d\\n\", {expression}); }}\n"
        )
    };
    let rust = "fn main() { let mut s = String::new(); std::io::stdin().read_line(&mut s).unwrap(); \
        println!(\"{}\", 2 * s.trim().parse::<i64>().unwrap()); }\n";
    workspace()
        .case("double", "1-small", "2\n", "4\n")
        .case("double", "2-large", "1000000\n", "2000000\n")
        .problem(
            "double",
            "checker = { kattis = \"check.c\" }\n[solution.broken]\nexpect = \"CE\"\n[solution.wrong]\nexpect = \"WA\"\n",
        )
        .file("cases/double/check.c", CHECKER)
        .file("solutions/double/compiled.c", c("2 * n"))
        .file("solutions/double/wrong.c", c("n"))
        .file("solutions/double/broken.c", "int main(void) { return x; }\n")
        .file("solutions/double/interpreted.py", "print(2 * int(input()))\n")
        .file("solutions/double/pk/Cargo.toml", "[package]\nname = \"pk\"\nedition = \"2024\"\n[workspace]\n")
        .file("solutions/double/pk/src/main.rs", rust)
}

/// The same command where no tool is found but Python.
fn without_compilers(workspace: &Workspace, words: &str) -> Output {
    let bin = workspace.root().join("bin");
    if !bin.exists() {
        std::fs::create_dir(&bin).unwrap();
        // What is found may be a script of a version manager, which needs more than itself.
        let tool = Tool {
            program: "python3".into(),
            args: ["-c", "import sys; print(sys.executable)"].map(Into::into).into(),
            folder: "/".into(),
            environment: Vec::new(),
        };
        let python = String::from_utf8(run_tool(&tool).unwrap().stdout).unwrap();
        std::os::unix::fs::symlink(python.trim(), bin.join("python3")).unwrap();
    }
    workspace.run_with(("PATH", bin.to_str().unwrap()), words)
}

/// An empty folder, which is no workspace.
fn elsewhere() -> Workspace {
    let elsewhere = workspace();
    std::fs::remove_file(elsewhere.root().join("judge.toml")).unwrap();
    elsewhere
}

#[test]
fn a_pack_is_graded_where_no_compiler_is() {
    if !["gcc", "python3", "cargo"].iter().all(|tool| is_here(tool)) {
        return;
    }
    let (here, there) = (of_all_kinds(), elsewhere());
    let pack = there.root().join("p.tar.zst").display().to_string();
    let made = here.run(&format!("pack --output {pack}")).exits(0);
    made.says("5 solutions, 6 programs and ");
    let whole = here.run("--format json --record whole.jsonl").exits(0);
    let verdicts = |output: &Output| -> Vec<String> {
        let document = output.json();
        let results = document["results"].as_array().unwrap().iter();
        results.map(|one| format!("{} {} {}", one["solution"], one["case"], one["verdict"])).collect()
    };
    let packed = without_compilers(&there, "grade --pack p.tar.zst --format json").exits(0);
    assert_eq!(verdicts(&packed), verdicts(&whole));
    assert_eq!(verdicts(&packed).len(), 9, "one for what does not compile: {packed}");
    // Nothing stays of it, and it needs no workspace.
    assert!(!there.root().join(".judge").exists());
    // Two parts, at once, that share what they unpack.
    let part = |n: usize| format!("grade --pack p.tar.zst --shard {n}/2 --record {n}.jsonl --unpack u -q");
    std::thread::scope(|scope| {
        let parts: Vec<_> = [1, 2]
            .map(|n| {
                scope.spawn({
                    let (there, part) = (&there, part(n));
                    move || without_compilers(there, &part)
                })
            })
            .into();
        for run in parts {
            run.join().unwrap().only_exits(0);
        }
    });
    let merged = there.run("merge 1.jsonl 2.jsonl --format json").exits(0);
    assert_eq!(verdicts(&merged), verdicts(&whole));
    // A part of an unpacked run fits a part of a packed one.
    let half = here.root().join("half.jsonl").display().to_string();
    here.run(&format!("grade --shard 2/2 --record {half} -q")).only_exits(0);
    let mixed = there.run(&format!("merge 1.jsonl {half} --format json")).exits(0);
    assert_eq!(verdicts(&mixed), verdicts(&whole));
    refuses_what_is_wrong(&there);
}

/// What cannot be right is refused, whatever it is.
fn refuses_what_is_wrong(there: &Workspace) {
    let mut unpacked = std::fs::read_dir(there.root().join("u")).unwrap().map(|entry| entry.unwrap().path());
    let unpacked = unpacked.find(|path| !path.ends_with(".drafts")).unwrap();
    std::fs::write(unpacked.join("cases/double/1-small.ans"), "5\n").unwrap();
    let changed = without_compilers(there, "grade --pack p.tar.zst --unpack u").exits(2);
    changed.says("`cases/double/1-small.ans` was changed").says("remove that folder");
    let other = without_compilers(there, "grade --pack p.tar.zst --root .").exits(2);
    other.says("--root cannot be used with --pack");
    without_compilers(there, "grade --pack p.tar.zst --shard 1/2").exits(2).says("--record FILE");
    without_compilers(there, "grade --pack p.tar.zst double/none").exits(4).says("none");
    let path = there.root().join("p.tar.zst");
    let mut content = std::fs::read(&path).unwrap();
    let middle = content.len() / 2;
    content[middle] ^= 1;
    std::fs::write(&path, &content).unwrap();
    without_compilers(there, "grade --pack p.tar.zst")
        .exits(2)
        .says("this pack is damaged")
        .says("copy it again");
    std::fs::write(&path, "no pack").unwrap();
    without_compilers(there, "grade --pack p.tar.zst").exits(2).says("this is not a pack");
}

#[test]
fn a_pack_holds_what_was_selected() {
    let here = workspace()
        .case("p", "1", "", "3\n")
        .case("p", "2", "", "3\n")
        .case("q", "1", "", "3\n")
        .script("p", "a", "echo 3")
        .script("p", "b", "echo 4")
        .script("q", "c", "echo 4")
        .file("solutions/p/.secret", "x")
        .link("cases/p/3.in", "2.in")
        .link("cases/p/3.ans", "2.ans");
    here.run("pack p/a/[13] -o p.tar.zst").only_exits(0);
    let there = elsewhere();
    std::fs::copy(here.root().join("p.tar.zst"), there.root().join("p.tar.zst")).unwrap();
    let run = there.run("grade --pack p.tar.zst --format json --unpack u").exits(0);
    let cases: Vec<String> =
        run.json()["results"].as_array().unwrap().iter().map(|one| one["case"].to_string()).collect();
    assert_eq!(cases, ["\"1\"", "\"3\""], "what lies behind a link is there");
    there.run("grade --pack p.tar.zst --unpack u p/a/2").only_exits(0);
    let refused = there.run("grade --pack p.tar.zst --unpack u p/b").exits(2);
    refused.says("the pack has no program for p/b: it was made for `p/a/[13]`");
    there.run("grade --pack p.tar.zst --unpack u q").only_exits(4);
    // The folder stays, so there is a record of the last run.
    there.run("grade --pack p.tar.zst --unpack u --failed").exits(0).says("nothing to run again");
    let hidden = walkdir::WalkDir::new(there.root().join("u"))
        .into_iter()
        .any(|entry| entry.unwrap().file_name() == ".secret");
    assert!(!hidden);
    // Equal contents make equal packs.
    here.run("pack p/a/[13] -o again.tar.zst").only_exits(0);
    let read = |path: &str| std::fs::read(here.root().join(path)).unwrap();
    assert!(read("p.tar.zst") == read("again.tar.zst"));
    here.run("pack none -o p.tar.zst").only_exits(4);
    assert!(here.root().join("p.tar.zst").exists(), "a pack that is there stays");
}

/// Functions that a driver calls: what runs names the source by its path, which is another one now.
#[test]
fn a_driver_finds_its_source_where_it_was_unpacked() {
    if !is_here("python3") {
        return;
    }
    let settings =
        "[function]\nname = \"twice\"\nparameters = [{ name = \"n\", type = \"int\" }]\nreturns = \"int\"\n";
    let here = workspace().case("p", "1", "2\n", "4\n").problem("p", settings).file(
        "solutions/p/a.py",
        "class Solution:\n    def twice(self, n: int) -> int:\n        return 2 * n\n",
    );
    here.run("grade").only_exits(0);
    here.run("pack -o p.tar.zst").only_exits(0);
    let there = elsewhere();
    std::fs::rename(here.root().join("p.tar.zst"), there.root().join("p.tar.zst")).unwrap();
    drop(here);
    there.run("grade --pack p.tar.zst").only_exits(0);
}

/// A virtual machine that is older than the compiler was refuses what was packed, which is no fault of a solution.
#[test]
fn what_a_virtual_machine_refuses_is_not_blamed_on_solutions() {
    let settings = "[language.vm]\nextensions = [\"vm\"]\ncompile = [\"cp\", \"{source}\", \"{binary}\"]\n\
        run = [\"vm\", \"{binary}\"]\nempty = \":\"\n";
    let here = workspace()
        .setting(settings)
        .tool("vm", "exec /bin/sh \"$1\"")
        .case("p", "1", "", "3\n")
        .file("solutions/p/a.vm", "echo 3\n");
    let path =
        |of: &Workspace| format!("{}:{}", of.root().join("bin").display(), std::env::var("PATH").unwrap());
    here.run_with(("PATH", &path(&here)), "pack -o p.tar.zst").only_exits(0);
    let graded = |vm: &str| {
        let there = elsewhere().tool("vm", vm);
        std::fs::copy(here.root().join("p.tar.zst"), there.root().join("p.tar.zst")).unwrap();
        there.run_with(("PATH", &path(&there)), "grade --pack p.tar.zst --format json")
    };
    graded("exec /bin/sh \"$1\"").only_exits(0);
    let refused = graded("echo 'made for version 22' >&2; exit 1").exits(3);
    assert_eq!(refused.json()["results"][0]["verdict"], "JE", "{refused}");
    refused.says("the vm on this machine cannot run the packed program: made for version 22");
    // Where it is not installed at all, its solutions are not judged.
    let there = elsewhere();
    std::fs::copy(here.root().join("p.tar.zst"), there.root().join("p.tar.zst")).unwrap();
    let skipped = there.run("grade --pack p.tar.zst --format json").exits(0);
    assert_eq!(skipped.json()["results"][0]["verdict"], "SK", "{skipped}");
    skipped.says("`vm` is not installed");
    there.run("grade --pack p.tar.zst --require-languages").exits(3).says("`vm` is not installed");
}

/// A build can make a link to what it does not see itself; behind it would be what the packer can read.
#[test]
fn what_a_build_links_to_elsewhere_is_not_packed() {
    let here = workspace().tool(
        "compiler",
        "cp \"$1\" \"$2\"; chmod +x \"$2\"; cd \"${2%/*}\"; ln -s program again; ln -s \"$3\" thief",
    );
    let [compiler, secret] =
        ["bin/compiler", "secret.txt"].map(|path| here.root().join(path).display().to_string());
    let here = here
        .setting(&format!(
            "[language.odd]\nextensions = [\"odd\"]\n\
             compile = [\"{compiler}\", \"{{source}}\", \"{{binary}}\", \"{secret}\"]\nrun = [\"{{binary}}\"]"
        ))
        .file("secret.txt", "secret")
        .case("p", "1", "", "3\n")
        .file("solutions/p/a.odd", "#!/bin/sh\necho 3\n");
    here.run("pack -o p.tar.zst").only_exits(0);
    let there = elsewhere();
    std::fs::copy(here.root().join("p.tar.zst"), there.root().join("p.tar.zst")).unwrap();
    there.run("grade --pack p.tar.zst --unpack u").only_exits(0);
    let names: Vec<_> = walkdir::WalkDir::new(there.root().join("u"))
        .into_iter()
        .map(|entry| entry.unwrap().file_name().to_owned())
        .collect();
    assert!(
        names.iter().any(|name| name == "again") && !names.iter().any(|name| name == "thief"),
        "{names:?}"
    );
}
