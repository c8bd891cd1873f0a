//! `languages`: which languages can be judged here, how, and how to get the others.

use std::io::{self, BufWriter, Write};

use crate::commands::invocation::Invocation;
use crate::exit_code::ExitCode;
use crate::failure::Failure;
use crate::machine::compilers::{Availability, availability, languages};
use crate::model::Language;
use crate::ui::{Tone, Ui, Verbosity, fit, paint, width_of};

/// Columns of the name of a language, and of its extensions.
const NAME_WIDTH: usize = 12;
const EXTENSIONS_WIDTH: usize = 18;

/// Columns before a command.
const INDENT: usize = 6;

/// Lists the languages.
///
/// # Errors
/// The settings cannot be read, or the output cannot be written.
pub fn run(invocation: &Invocation<'_>) -> Result<ExitCode, Failure> {
    let settings = invocation.settings_if_any()?;
    let mut out = BufWriter::new(io::stdout().lock());
    for language in languages(settings.as_ref()) {
        write(&mut out, &language, invocation.ui).map_err(Failure::output)?;
    }
    out.flush().map_err(Failure::output)?;
    Ok(ExitCode::Fine)
}

fn write(out: &mut impl Write, language: &Language, ui: Ui) -> io::Result<()> {
    let (mark, found) = match availability(language) {
        Availability::Installed(version) => (paint(Tone::Good, "✓"), version),
        Availability::Missing(program) if language.install.is_empty() => {
            (paint(Tone::Notable, "-"), format!("`{program}` is not installed"))
        }
        Availability::Missing(program) => {
            (paint(Tone::Notable, "-"), format!("`{program}` is not installed: {}", language.install))
        }
        Availability::Broken(what, advice) => (paint(Tone::Bad, "✗"), format!("{what}; {advice}")),
    };
    let extensions: Vec<String> = language.extensions.iter().map(|name| format!(".{name}")).collect();
    let name = fit(&language.name, NAME_WIDTH);
    writeln!(out, "{mark} {name} {} {found}", fit(&extensions.join(" "), EXTENSIONS_WIDTH))?;
    for (what, command) in [("compile", &language.compile), ("run", &language.run)] {
        if !command.is_empty() {
            let line = format!("{what}: {}", shown(command));
            let room = ui.width.saturating_sub(INDENT);
            let line = if ui.verbosity == Verbosity::Verbose || width_of(&line) <= room {
                line
            } else {
                fit(&line, room)
            };
            writeln!(out, "{:INDENT$}{}", "", paint(Tone::Faint, &line))?;
        }
    }
    Ok(())
}

/// A command in one line; a script in one of its words is left out.
fn shown(command: &[String]) -> String {
    let words: Vec<&str> =
        command.iter().map(|word| if word.contains('\n') { "…" } else { word.as_str() }).collect();
    words.join(" ")
}
