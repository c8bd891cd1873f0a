//! A machine on which no filter can be loaded, for tests: a process that takes this away from itself.

use std::io;

use crate::linux::sys;

/// From now on this process, and all that it starts, can load no filter on system calls: the kernel says that it
/// has no memory for one, as it does where other filters have used it up.
///
/// # Errors
/// Filters cannot be loaded even now.
pub fn take_filters_away() -> io::Result<()> {
    let instruction = |code: u32, jt, jf, k: u32| {
        let code = u16::try_from(code).unwrap_or_default();
        libc::sock_filter { code, jt, jf, k }
    };
    let number = u32::try_from(libc::SYS_seccomp).unwrap_or_default();
    let fail = libc::SECCOMP_RET_ERRNO | libc::ENOMEM.cast_unsigned();
    rustix::thread::set_no_new_privs(true)?;
    sys::load_filter(&[
        // The number of the call comes first in what the kernel shows.
        instruction(libc::BPF_LD | libc::BPF_W | libc::BPF_ABS, 0, 0, 0),
        instruction(libc::BPF_JMP | libc::BPF_JEQ | libc::BPF_K, 0, 1, number),
        instruction(libc::BPF_RET | libc::BPF_K, 0, 0, fail),
        instruction(libc::BPF_RET | libc::BPF_K, 0, 0, libc::SECCOMP_RET_ALLOW),
    ])
}
