//! Messages with descriptors over the socket between the harness and a launcher.
//!
//! A message is one packet, or several where it is long: every packet begins with a byte that says
//! whether more of its message follow. So a workspace may have as many programs as it likes, and a short
//! message, as nearly all are, costs one call.

use std::io::{self, IoSlice, IoSliceMut};
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};

use rustix::event::{Timespec, poll};
use rustix::io::Errno;
use rustix::net::{
    AddressFamily, RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, SendAncillaryBuffer,
    SendAncillaryMessage, SendFlags, SocketFlags, SocketType, recvmsg, sendmsg, socketpair,
};

/// Descriptors that go with one packet at most: the three standard streams.
const MOST_DESCRIPTORS: usize = 3;

/// Both ends of a new socket.
pub fn pair() -> io::Result<(OwnedFd, OwnedFd)> {
    Ok(socketpair(AddressFamily::UNIX, SocketType::SEQPACKET, SocketFlags::CLOEXEC, None)?)
}

/// Bytes of the largest packet, its first byte among them. The kernel wants it in one piece of memory.
pub const LARGEST_PACKET: usize = 64 * 1024;

/// The first byte of a packet.
const LAST: u8 = 0;
const MORE_FOLLOWS: u8 = 1;

/// How often and how far apart it is tried again to send descriptors when too many are under way.
const TRIES: u32 = 2000;
const PAUSE: Timespec = Timespec { tv_sec: 0, tv_nsec: 1_000_000 };

/// Sends one message. A closed other end is an error, never a SIGPIPE.
pub fn send(socket: impl AsFd, message: &[u8], descriptors: &[BorrowedFd<'_>]) -> io::Result<()> {
    let mut rest = message;
    while rest.len() > LARGEST_PACKET - 1 {
        let (piece, after) = rest.split_at(LARGEST_PACKET - 1);
        send_packet(&socket, MORE_FOLLOWS, piece, &[])?;
        rest = after;
    }
    send_packet(&socket, LAST, rest, descriptors)
}

fn send_packet(socket: impl AsFd, mark: u8, piece: &[u8], descriptors: &[BorrowedFd<'_>]) -> io::Result<()> {
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(MOST_DESCRIPTORS))];
    let mut tries = 0;
    loop {
        let mut ancillary = SendAncillaryBuffer::new(&mut space);
        if !descriptors.is_empty() && !ancillary.push(SendAncillaryMessage::ScmRights(descriptors)) {
            return Err(io::ErrorKind::InvalidInput.into());
        }
        let packet = [IoSlice::new(std::slice::from_ref(&mark)), IoSlice::new(piece)];
        match sendmsg(&socket, &packet, &mut ancillary, SendFlags::NOSIGNAL) {
            Err(Errno::INTR) => {}
            // Descriptors that a program has sent to itself and died count for its user until the kernel
            // collects them, which it soon does.
            Err(Errno::TOOMANYREFS) if tries < TRIES => {
                tries += 1;
                let _ = poll(&mut [], Some(&PAUSE));
            }
            other => return Ok(other.map(drop)?),
        }
    }
}

/// What came over a socket.
pub struct Received {
    /// The message; empty when the other end is closed.
    pub message: Vec<u8>,
    /// The descriptors that came with it.
    pub descriptors: Vec<OwnedFd>,
}

/// Where messages are put together; kept by a receiver of many.
#[derive(Default)]
pub struct Inbox {
    packet: Vec<u8>,
}

impl Inbox {
    /// Receives one message.
    ///
    /// # Errors
    /// The socket failed, or the other end closed it within a message.
    pub fn receive(&mut self, socket: impl AsFd) -> io::Result<Received> {
        self.packet.resize(LARGEST_PACKET, 0);
        let mut message = Vec::new();
        loop {
            let (length, descriptors) = receive_packet(&socket, &mut self.packet)?;
            match self.packet[..length].split_first() {
                Some((&LAST, piece)) => {
                    message.extend_from_slice(piece);
                    return Ok(Received { message, descriptors });
                }
                Some((&MORE_FOLLOWS, piece)) => message.extend_from_slice(piece),
                Some(_) => return Err(io::ErrorKind::InvalidData.into()),
                None if message.is_empty() => return Ok(Received { message, descriptors }),
                None => return Err(io::ErrorKind::UnexpectedEof.into()),
            }
        }
    }
}

/// Takes one packet off the socket and forgets it.
pub fn discard(socket: impl AsFd) {
    let _ = receive_packet(socket, &mut [0; 16]);
}

/// The length of the next packet, 0 when the other end is closed, and the descriptors that came with it.
fn receive_packet(socket: impl AsFd, buffer: &mut [u8]) -> io::Result<(usize, Vec<OwnedFd>)> {
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(MOST_DESCRIPTORS))];
    let mut ancillary = RecvAncillaryBuffer::new(&mut space);
    let message = loop {
        match recvmsg(&socket, &mut [IoSliceMut::new(buffer)], &mut ancillary, RecvFlags::CMSG_CLOEXEC) {
            Err(Errno::INTR) => {}
            other => break other?,
        }
    };
    let descriptors = ancillary
        .drain()
        .filter_map(|message| match message {
            RecvAncillaryMessage::ScmRights(rights) => Some(rights),
            _ => None,
        })
        .flatten()
        .collect();
    Ok((message.bytes, descriptors))
}

#[cfg(test)]
mod tests {
    use std::os::fd::AsFd;

    use super::{Inbox, LARGEST_PACKET, pair, send};

    #[test]
    fn messages_of_every_length_arrive_whole_with_their_descriptors() {
        let (ours, theirs) = pair().unwrap();
        let mut inbox = Inbox::default();
        let most = LARGEST_PACKET - 1;
        for length in [0, 1, most - 1, most, most + 1, 2 * most, 2 * most + 1, 5_000_000] {
            let message: Vec<u8> = (0..length).map(|index| u8::try_from(index % 251).unwrap()).collect();
            let sender = ours.try_clone().unwrap();
            let sent = message.clone();
            let sending = std::thread::spawn(move || send(&sender, &sent, &[sender.as_fd()]));
            let received = inbox.receive(&theirs).unwrap();
            assert!(received.message == message && received.descriptors.len() == 1, "{length} bytes");
            sending.join().unwrap().unwrap();
        }
        drop(ours);
        assert!(inbox.receive(&theirs).unwrap().message.is_empty());
    }

    #[test]
    fn a_message_that_is_cut_off_is_an_error() {
        let (ours, theirs) = pair().unwrap();
        super::send_packet(&ours, super::MORE_FOLLOWS, b"half", &[]).unwrap();
        drop(ours);
        assert!(Inbox::default().receive(&theirs).is_err());
    }
}
