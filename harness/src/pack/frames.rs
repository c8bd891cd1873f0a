//! The outside of a pack: a head, and frames of zstd.
//!
//! The head is a frame that every reader of zstd skips, so that `zstd -d` and `tar --zstd` read a pack, too. It
//! holds a digest of all that follows: what is damaged is refused before any of it is decoded. What follows is
//! cut into frames that are compressed on all cores; by a crate without C, so that the judge needs no compiler
//! but that of Rust.

use std::fs::File;
use std::io::{self, BufRead, Read, Seek, SeekFrom, Write};

use ruzstd::decoding::{FrameDecoder, StreamingDecoder};
use ruzstd::encoding::{CompressionLevel, compress_to_vec};

use crate::model::Digest;
use crate::pack::PackError;
use crate::parallel;
use crate::wire::pack::{PACK_SCHEMA, PackHead, PackVersion};

/// How a frame begins that readers skip; there are sixteen such numbers.
const MAGIC: u32 = 0x184D_2A5B;

/// The largest head.
const LONGEST_HEAD: u32 = 4096;

/// How much goes into a frame.
const FRAME: usize = 4 << 20;

/// How much is compressed at once.
const BATCH: usize = 8 * FRAME;

impl PackHead {
    /// The head of a pack that we write.
    #[must_use]
    pub fn own(digest: Digest) -> Self {
        Self {
            pack: PACK_SCHEMA,
            harness: env!("CARGO_PKG_VERSION").to_owned(),
            os: std::env::consts::OS.to_owned(),
            arch: std::env::consts::ARCH.to_owned(),
            digest,
        }
    }

    /// Its frame; as long for every digest.
    fn frame(&self) -> io::Result<Vec<u8>> {
        let text = serde_json::to_vec(self)?;
        let length = u32::try_from(text.len()).map_err(io::Error::other)?;
        Ok([&MAGIC.to_le_bytes()[..], &length.to_le_bytes(), &text].concat())
    }
}

/// Writes a pack to an empty file: what is written by `tell`, and the head before it.
///
/// # Errors
/// It cannot be written.
pub fn write(file: &mut File, tell: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let nothing = Digest::of::<&[u8]>([]);
    let head = PackHead::own(nothing).frame()?;
    file.write_all(&head)?;
    let mut compressor = Compressor { out: &mut *file, buffer: Vec::new() };
    tell(&mut compressor)?;
    compressor.put()?;
    file.seek(SeekFrom::Start(head.len() as u64))?;
    let digest = Digest::of_reader(&*file)?;
    file.seek(SeekFrom::Start(0))?;
    file.write_all(&PackHead::own(digest).frame()?)
}

/// Reads the head of a pack and makes sure that it can be used here and is whole. What follows is where the file
/// then stands.
///
/// # Errors
/// It cannot be used.
pub fn head(file: &mut File) -> Result<PackHead, PackError> {
    let foreign = |what: &str| PackError::Foreign(what.to_owned());
    let mut start = [0; 8];
    file.read_exact(&mut start).map_err(|_| foreign("it is too short"))?;
    let [magic, length] =
        [0, 4].map(|at| u32::from_le_bytes([start[at], start[at + 1], start[at + 2], start[at + 3]]));
    if magic != MAGIC || length > LONGEST_HEAD {
        return Err(foreign("it does not begin as one"));
    }
    let mut text = vec![0; length as usize];
    file.read_exact(&mut text).map_err(|_| foreign("it is too short"))?;
    let broken = |error: serde_json::Error| PackError::Foreign(format!("its head cannot be read: {error}"));
    // What else another version says is not known.
    let PackVersion { pack } = serde_json::from_slice(&text).map_err(broken)?;
    if pack != PACK_SCHEMA {
        return Err(PackError::Schema(pack));
    }
    let head: PackHead = serde_json::from_slice(&text).map_err(broken)?;
    let own = PackHead::own(head.digest);
    if head.harness != own.harness {
        return Err(PackError::Judge(head.harness));
    }
    if (&head.os, &head.arch) != (&own.os, &own.arch) {
        let shown = |head: &PackHead| format!("{} on {}", head.os, head.arch);
        return Err(PackError::Platform(shown(&head), shown(&own)));
    }
    let begin = file.stream_position()?;
    if Digest::of_reader(&*file)? != head.digest {
        let what = "its content does not have the digest that its head says; it may be cut off";
        return Err(PackError::Damaged(what.to_owned()));
    }
    file.seek(SeekFrom::Start(begin))?;
    Ok(head)
}

/// Compresses what is written to it.
struct Compressor<W> {
    out: W,
    buffer: Vec<u8>,
}

impl<W: Write> Compressor<W> {
    fn put(&mut self) -> io::Result<()> {
        let parts: Vec<&[u8]> = self.buffer.chunks(FRAME).collect();
        let frames = parallel::map(&parts, |_, part| compress_to_vec(*part, CompressionLevel::Fastest));
        self.buffer.clear();
        frames.iter().try_for_each(|frame| self.out.write_all(frame))
    }
}

impl<W: Write> Write for Compressor<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let taken = bytes.len().min(BATCH - self.buffer.len());
        self.buffer.extend_from_slice(&bytes[..taken]);
        if self.buffer.len() == BATCH {
            self.put()?;
        }
        Ok(taken)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Decodes frames to the end of their source.
pub struct Decoded<R: BufRead> {
    source: Option<R>,
    frame: Option<StreamingDecoder<R, FrameDecoder>>,
}

impl<R: BufRead> Decoded<R> {
    /// What these frames hold.
    pub fn new(source: R) -> Self {
        Self { source: Some(source), frame: None }
    }
}

impl<R: BufRead> Read for Decoded<R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        if bytes.is_empty() {
            return Ok(0);
        }
        loop {
            if let Some(frame) = &mut self.frame {
                let read = frame.read(bytes)?;
                if read > 0 {
                    return Ok(read);
                }
                self.source = self.frame.take().map(StreamingDecoder::into_inner);
            }
            let Some(mut source) = self.source.take() else { return Ok(0) };
            if source.fill_buf()?.is_empty() {
                return Ok(0);
            }
            self.frame = Some(StreamingDecoder::new(source).map_err(io::Error::other)?);
        }
    }
}
