//! `--report KIND=FILE`.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;
use std::path::PathBuf;

use clap::ValueEnum;
use clap::builder::{OsStringValueParser, TypedValueParser};

use crate::config::nearest;
use crate::model::Name;
use crate::report::ReportTo;

/// What reads the value of the flag. A file name may hold any bytes.
pub fn parser<K: ValueEnum + Send + Sync + 'static>(
    kinds: &'static [K],
) -> impl TypedValueParser<Value = ReportTo<K>> {
    OsStringValueParser::new().try_map(|text: OsString| parse(&text, kinds))
}

fn parse<K: ValueEnum>(text: &OsStr, kinds: &[K]) -> Result<ReportTo<K>, String> {
    let names: Vec<String> =
        kinds.iter().filter_map(|kind| Some(kind.to_possible_value()?.get_name().to_owned())).collect();
    let bytes = text.as_bytes();
    let (kind, path) = match bytes.iter().position(|byte| *byte == b'=') {
        Some(at) if at + 1 < bytes.len() => (&bytes[..at], &bytes[at + 1..]),
        _ => return Err(format!("it must be KIND=FILE, where KIND is one of {}", names.join(", "))),
    };
    if let Some(index) = names.iter().position(|name| name.as_bytes() == kind) {
        return Ok(ReportTo { kind: kinds[index].clone(), path: PathBuf::from(OsStr::from_bytes(path)) });
    }
    let word = Name::from_os(OsStr::from_bytes(kind)).to_string();
    let near = nearest(&word, names.iter().map(String::as_str));
    let near = near.map(|near| format!(" did you mean `{near}`?")).unwrap_or_default();
    Err(format!("unknown KIND `{word}`;{near} it is one of {}", names.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::parse;
    use crate::report::Format;
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    const KINDS: &[Format] = &[Format::Json, Format::Jsonl];

    #[track_caller]
    fn check(text: &[u8], expect: Result<(Format, &[u8]), &str>) {
        let got = parse(OsStr::from_bytes(text), KINDS);
        let got = got.map(|to| (to.kind, to.path.as_os_str().as_bytes().to_vec()));
        let expect = expect.map(|(kind, path)| (kind, path.to_vec())).map_err(str::to_owned);
        assert_eq!(got, expect);
    }

    #[test]
    fn a_report_is_a_kind_and_a_file() {
        check(b"json=a.json", Ok((Format::Json, b"a.json")));
        check(b"jsonl=a=b/\xff", Ok((Format::Jsonl, b"a=b/\xff")));
        let form = "it must be KIND=FILE, where KIND is one of json, jsonl";
        check(b"a.json", Err(form));
        check(b"json=", Err(form));
        check(b"human=a", Err("unknown KIND `human`; it is one of json, jsonl"));
        check(b"jsno=a", Err("unknown KIND `jsno`; did you mean `json`? it is one of json, jsonl"));
    }
}
