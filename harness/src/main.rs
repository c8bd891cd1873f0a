//! The judge's executable; the launchers of its sandbox, and the programs with which
//! `doctor` tries it out, are this same file, started again.

#![forbid(unsafe_code)]

use harness::{cli, commands};

fn main() {
    harness_sandbox::launcher_hook();
    harness_sandbox::specimen_hook();
    if let Some(shell) = std::env::var_os(commands::completions::VARIABLE) {
        let code = commands::completions::answer(&shell, std::env::args_os()).number();
        #[expect(clippy::disallowed_methods, reason = "nothing is left to drop")]
        std::process::exit(code);
    }
    let code = match cli::parse(std::env::args_os()) {
        Ok(cli) => commands::run(&cli).number(),
        Err(error) => {
            // Help and version go to standard output and are no error; a closed pipe is none, either.
            let _ = error.print();
            error.exit_code()
        }
    };
    #[expect(clippy::disallowed_methods, reason = "the end of main: nothing is left to drop")]
    std::process::exit(code);
}
