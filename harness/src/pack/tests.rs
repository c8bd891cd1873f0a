//! Packs that are whole, damaged, foreign or made to do harm.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use harness_sandbox::Stop;

use crate::model::{Digest, Name, PackedProgram, Source};
use crate::pack::Pack;
use crate::pack::frames;
use crate::pack::manifest::path_of;
use crate::wire::pack::{PackBuilt, PackFile, PackHead, PackManifest, PackProgram, PackSource};

/// What the packs here hold.
const FILES: [(&str, &str); 4] = [
    ("cases/p/1.in", "1\n"),
    ("judge.toml", ""),
    ("programs/0/program", "\u{7f}ELF, nearly"),
    ("solutions/p/a.c", "int main(void) { return 0; }\n"),
];

fn file(path: &str, content: &str) -> PackFile {
    PackFile {
        path: Name::from(path),
        size: content.len() as u64,
        digest: Digest::of_reader(content.as_bytes()).unwrap(),
        is_executable: path.ends_with("program"),
    }
}

fn manifest() -> PackManifest {
    let built = PackBuilt::Program { path: Name::from("programs/0"), is_folder: true };
    let source = PackSource::File { path: Name::from("solutions/p/a.c") };
    PackManifest {
        selection: vec!["p".to_owned()],
        profile: None,
        runtimes: [("java".to_owned(), "21".to_owned())].into(),
        programs: vec![PackProgram { source, built }],
        files: FILES.map(|(path, content)| file(path, content)).into(),
    }
}

type Entries = Vec<(tar::EntryType, String, String)>;

fn entries() -> Entries {
    FILES.map(|(path, content)| (tar::EntryType::Regular, path.to_owned(), content.to_owned())).into()
}

/// Writes a pack of these parts, whatever they say.
fn written(path: &Path, manifest: &PackManifest, entries: &Entries) {
    let mut file = OpenOptions::new().read(true).write(true).create(true).truncate(true).open(path).unwrap();
    let tell = |out: &mut dyn Write| -> io::Result<()> {
        let mut archive = tar::Builder::new(out);
        let text = serde_json::to_string(manifest)?;
        let first = (tar::EntryType::Regular, "manifest.json".to_owned(), text);
        for (kind, path, content) in std::iter::once(&first).chain(entries) {
            let mut header = tar::Header::new_gnu();
            header.set_size(content.len() as u64);
            header.set_entry_type(*kind);
            // As it stands: what writes archives refuses such paths.
            header.as_old_mut().name[..path.len()].copy_from_slice(path.as_bytes());
            if *kind == tar::EntryType::Symlink {
                header.set_link_name("/etc/passwd")?;
            }
            header.set_cksum();
            archive.append(&header, content.as_bytes())?;
        }
        archive.finish()
    };
    frames::write(&mut file, tell).unwrap();
}

/// A folder for packs, and one to unpack them to.
struct Places(tempfile::TempDir);

impl Places {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn pack(&self) -> PathBuf {
        self.0.path().join("pack")
    }

    fn unpacked(&self) -> PathBuf {
        let root = self.0.path().join("unpacked");
        let _ = fs::remove_dir_all(&root);
        fs::create_dir(&root).unwrap();
        root
    }

    /// Unpacks the pack that is there; what is wrong with it.
    fn unpack(&self) -> Result<PathBuf, String> {
        let root = self.unpacked();
        let pack = Pack::open(&self.pack()).map_err(|error| error.to_string())?;
        pack.unpack(&root, &Stop::new().unwrap()).map_err(|error| error.to_string())?;
        Ok(root)
    }
}

/// What was packed, where it was unpacked.
fn assert_whole(root: &Path) {
    for (path, content) in FILES {
        assert_eq!(fs::read_to_string(root.join(path)).unwrap(), content);
    }
}

#[test]
fn what_was_packed_comes_out() {
    let places = Places::new();
    written(&places.pack(), &manifest(), &entries());
    let root = places.unpack().unwrap();
    assert_whole(&root);
    let pack = Pack::open(&places.pack()).unwrap();
    assert_eq!(*pack.manifest(), manifest());
    let source = Source::File(root.join("solutions/p/a.c"));
    assert_eq!(pack.programs(&root)[&source], PackedProgram::Built(root.join("programs/0")));
    assert!(pack.verify(&root).is_ok());
}

#[test]
fn what_was_unpacked_before_must_still_be_that() {
    #[track_caller]
    fn check(change: impl FnOnce(&Path), expect: &str) {
        let places = Places::new();
        written(&places.pack(), &manifest(), &entries());
        let root = places.unpack().unwrap();
        change(&root);
        let verified = Pack::open(&places.pack()).unwrap().verify(&root);
        assert_eq!(
            verified.map_err(|error| error.to_string().replace(root.to_str().unwrap(), "R")),
            match expect {
                "" => Ok(()),
                why => Err(format!("`R` is not as it was unpacked: {why}")),
            }
        );
    }
    let own = |root: &Path| fs::create_dir_all(root.join(".judge/run")).unwrap();
    check(own, "");
    check(|root| fs::write(root.join("cases/p/1.in"), "2\n").unwrap(), "`cases/p/1.in` was changed");
    check(|root| fs::write(root.join("cases/p/2.in"), "2\n").unwrap(), "`cases/p/2.in` is not from the pack");
    check(|root| fs::remove_file(root.join("judge.toml")).unwrap(), "`judge.toml` is missing");
    let link = |root: &Path| {
        fs::remove_file(root.join("judge.toml")).unwrap();
        std::os::unix::fs::symlink("/dev/null", root.join("judge.toml")).unwrap();
    };
    check(link, "`judge.toml` was changed");
}

#[test]
fn a_byte_that_has_changed_is_found_wherever_it_is() {
    let places = Places::new();
    written(&places.pack(), &manifest(), &entries());
    let whole = fs::read(places.pack()).unwrap();
    for at in 0..whole.len() {
        for change in [0x01, 0x80] {
            let mut damaged = whole.clone();
            damaged[at] ^= change;
            fs::write(places.pack(), &damaged).unwrap();
            assert!(Pack::open(&places.pack()).is_err(), "byte {at}");
        }
    }
    for length in 0..whole.len() {
        fs::write(places.pack(), &whole[..length]).unwrap();
        assert!(Pack::open(&places.pack()).is_err(), "length {length}");
    }
    fs::write(places.pack(), [&whole[..], b"x"].concat()).unwrap();
    assert!(Pack::open(&places.pack()).is_err());
}

/// Damages what is compressed and makes the digest of that right again: each file must still be what its
/// digest says, or the pack is refused.
#[test]
fn what_is_decoded_is_checked_again() {
    let places = Places::new();
    written(&places.pack(), &manifest(), &entries());
    let whole = fs::read(places.pack()).unwrap();
    let start = head_length(&whole);
    for at in (start..whole.len()).step_by(7) {
        let mut damaged = whole.clone();
        damaged[at] ^= 0x10;
        let head = PackHead::own(Digest::of_reader(&damaged[start..]).unwrap());
        let text = serde_json::to_vec(&head).unwrap();
        damaged[8..start].copy_from_slice(&text);
        fs::write(places.pack(), &damaged).unwrap();
        // The decoder may refuse it by a panic, which ends the judge.
        let unpacked = std::panic::catch_unwind(|| places.unpack());
        if let Ok(Ok(root)) = unpacked {
            assert_whole(&root);
        }
    }
}

fn head_length(pack: &[u8]) -> usize {
    8 + u32::from_le_bytes(pack[4..8].try_into().unwrap()) as usize
}

#[test]
fn what_is_for_another_judge_or_machine_is_refused_by_name() {
    #[track_caller]
    fn check(from: &str, to: &str, expect: &str) {
        let places = Places::new();
        written(&places.pack(), &manifest(), &entries());
        let whole = fs::read(places.pack()).unwrap();
        let start = head_length(&whole);
        let head = String::from_utf8(whole[8..start].to_vec()).unwrap();
        assert!(head.contains(from), "{head}");
        let head = head.replace(from, to);
        let length = u32::try_from(head.len()).unwrap().to_le_bytes();
        fs::write(places.pack(), [&whole[..4], &length, head.as_bytes(), &whole[start..]].concat()).unwrap();
        let refused = Pack::open(&places.pack()).err().map(|error| error.to_string());
        assert_eq!(refused.as_deref(), Some(expect));
    }
    let own = PackHead::own(Digest::of([""]));
    check("\"pack\":2", "\"pack\":3", "this pack has schema 3, and this judge reads schema 2");
    check(
        &format!("\"harness\":\"{}\"", own.harness),
        "\"harness\":\"9.8.7\"",
        &format!(
            "this pack was made by harness 9.8.7, and this is harness {}: another version may judge differently",
            own.harness
        ),
    );
    check(
        &format!("\"arch\":\"{}\"", own.arch),
        "\"arch\":\"riscv64\"",
        &format!(
            "the programs of this pack are for linux on riscv64, and this machine is linux on {}",
            own.arch
        ),
    );
}

#[test]
fn other_files_are_no_packs() {
    let places = Places::new();
    let said = |content: &[u8]| {
        fs::write(places.pack(), content).unwrap();
        Pack::open(&places.pack()).err().unwrap().to_string()
    };
    assert_eq!(said(b""), "this is not a pack: it is too short");
    assert_eq!(said(b"\x28\xb5\x2f\xfd some archive"), "this is not a pack: it does not begin as one");
    let long = [&0x184D_2A5B_u32.to_le_bytes()[..], &u32::MAX.to_le_bytes()].concat();
    assert_eq!(said(&long), "this is not a pack: it does not begin as one");
    assert!(Pack::open(places.0.path()).is_err());
    assert!(Pack::open(&places.0.path().join("absent")).is_err());
}

#[track_caller]
fn refused(manifest: &PackManifest, entries: &Entries, expect: &str) {
    let places = Places::new();
    let root = places.0.path().to_owned();
    written(&places.pack(), manifest, entries);
    let said = places.unpack().err().unwrap_or_default();
    assert_eq!(said.replace(root.to_str().unwrap(), "R"), expect);
    // Nothing stands beside the folder.
    assert_eq!(fs::read_dir(root).unwrap().count(), 2);
}

#[test]
fn no_path_leads_out_of_the_folder() {
    for bad in
        ["../x", "/etc/x", "cases/../../x", "cases/./x", "cases//x", "cases/x/", "", ".", "x", ".judge/x"]
    {
        assert_eq!(path_of(&Name::from(bad)), None, "{bad}");
        let mut manifest = manifest();
        manifest.files.insert(0, file(bad, "x"));
        let mut entries = entries();
        entries.insert(0, (tar::EntryType::Regular, bad.to_owned(), "x".to_owned()));
        let why = format!("this pack must not be unpacked: its manifest has the path `{bad}`");
        refused(&manifest, &entries, &why);
    }
    let mut manifest = manifest();
    manifest.programs[0].built =
        PackBuilt::Program { path: Name::from("programs/../../bin/sh"), is_folder: false };
    refused(
        &manifest,
        &entries(),
        "this pack must not be unpacked: its manifest has the path `programs/../../bin/sh`",
    );
}

#[test]
fn an_archive_that_is_not_as_its_manifest_says_is_refused() {
    let with = |change: &dyn Fn(&mut Entries)| {
        let mut entries = entries();
        change(&mut entries);
        entries
    };
    let check = |change: &dyn Fn(&mut Entries), expect: &str| refused(&manifest(), &with(change), expect);
    check(
        &|entries| entries[0].1 = "../out".to_owned(),
        "this pack must not be unpacked: it has `../out` where `cases/p/1.in` belongs",
    );
    check(
        &|entries| entries[1] = (tar::EntryType::Symlink, "judge.toml".to_owned(), String::new()),
        "this pack must not be unpacked: `judge.toml` is not a regular file",
    );
    check(
        &|entries| entries[0].2 = "2\n".to_owned(),
        "this pack is damaged: `cases/p/1.in` is not what its manifest says",
    );
    check(
        &|entries| entries[0].2 = "1\n".repeat(1 << 20),
        "this pack is damaged: `cases/p/1.in` is not what its manifest says",
    );
    check(&|entries| _ = entries.pop(), "this pack is damaged: `solutions/p/a.c` is not in it");
    check(
        &|entries| entries.push((tar::EntryType::Regular, "cases/q".to_owned(), String::new())),
        "this pack must not be unpacked: it has files that its manifest does not name",
    );
}

#[test]
fn what_no_disk_holds_is_not_unpacked() {
    let places = Places::new();
    let mut huge = manifest();
    huge.files[0].size = 1 << 60;
    written(&places.pack(), &huge, &entries());
    assert!(places.unpack().unwrap_err().starts_with("unpacking needs 1099511627776 MiB in "));
    huge.files[1].size = u64::MAX;
    written(&places.pack(), &huge, &entries());
    assert_eq!(
        places.unpack().unwrap_err(),
        "this pack must not be unpacked: its files are larger than any disk"
    );
    let mut twice = manifest();
    twice.files.insert(1, twice.files[0].clone());
    refused(
        &twice,
        &entries(),
        "this pack must not be unpacked: its manifest has `cases/p/1.in` in the wrong place",
    );
}

#[test]
fn what_is_longer_than_a_frame_is_whole() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("long");
    let mut file = OpenOptions::new().read(true).write(true).create_new(true).open(&path).unwrap();
    let text: Vec<u8> =
        (0..9_000_000_u32).map(|number| (number.wrapping_mul(2_654_435_761) >> 27) as u8).collect();
    frames::write(&mut file, |out| out.write_all(&text)).unwrap();
    let mut file = File::open(&path).unwrap();
    frames::head(&mut file).unwrap();
    let mut read = Vec::new();
    io::Read::read_to_end(&mut frames::Decoded::new(io::BufReader::new(&file)), &mut read).unwrap();
    assert!(read == text);
    assert!(file.metadata().unwrap().len() < text.len() as u64);
    file.seek(SeekFrom::Start(0)).unwrap();
}
