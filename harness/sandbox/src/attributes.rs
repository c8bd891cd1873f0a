//! The names of a file's extended attributes, access lists among them.

use std::ffi::CString;
use std::os::fd::AsFd;

use rustix::fs::{flistxattr, flistxattr_query};
use rustix::io::Errno;

/// All names; none where the file system has no attributes. Asking is one call where there are none.
///
/// # Errors
/// They cannot be read, or are more than the kernel tells.
pub fn names(file: impl AsFd) -> rustix::io::Result<Vec<CString>> {
    let length = match flistxattr_query(&file) {
        Ok(0) | Err(Errno::OPNOTSUPP | Errno::NOSYS) => return Ok(Vec::new()),
        length => length?,
    };
    let mut names = vec![0; length];
    let length = flistxattr(&file, &mut names[..])?;
    let names = names[..length].split(|byte| *byte == 0).filter(|name| !name.is_empty());
    Ok(names.filter_map(|name| CString::new(name).ok()).collect())
}
