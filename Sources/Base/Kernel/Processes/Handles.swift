internal import CKernel
internal import Glibc

/// Makes kernel objects that have no path.
package enum Handles {
  /// A descriptor that becomes readable when the process ends.
  package static func process(_ id: Int32) throws(KernelFailure) -> Descriptor {
    let fd = sentinel_pidfd_open(id)
    guard fd >= 0 else { throw KernelFailure.last("pidfd_open") }
    return Descriptor(owning: fd)
  }

  /// An anonymous file that holds `bytes` and can never change.
  package static func sealedFile(_ name: String, _ bytes: [UInt8]) throws(KernelFailure)
    -> Descriptor
  {
    let fd = unsafe BytePath(name).withPointer { unsafe sentinel_memfd_create($0) }
    guard fd >= 0 else { throw KernelFailure.last("memfd_create", name) }
    let file = Descriptor(owning: fd)
    try file.writeAll(bytes)
    guard sentinel_memfd_seal(fd) == 0 else { throw KernelFailure.last("fcntl", name) }
    return file
  }

  /// An anonymous file that can be written.
  package static func scratchFile(_ name: String) throws(KernelFailure) -> Descriptor {
    let fd = unsafe BytePath(name).withPointer { unsafe sentinel_memfd_create($0) }
    guard fd >= 0 else { throw KernelFailure.last("memfd_create", name) }
    return Descriptor(owning: fd)
  }

  /// Two connected sockets that keep message boundaries.
  package static func socketPair() throws(KernelFailure) -> SocketPair {
    var pair: (Int32, Int32) = (-1, -1)
    let result = unsafe withUnsafeMutablePointer(to: &pair) { pointer in
      unsafe pointer.withMemoryRebound(to: Int32.self, capacity: 2) {
        unsafe sentinel_socketpair($0)
      }
    }
    guard result == 0 else { throw KernelFailure.last("socketpair") }
    return SocketPair(own: Descriptor(owning: pair.0), other: Descriptor(owning: pair.1))
  }

  /// The termination signals (HUP, INT, QUIT, TERM) of this process, as a descriptor to read.
  package static func terminationSignals() throws(KernelFailure) -> Descriptor {
    let fd = sentinel_signal_descriptor()
    guard fd >= 0 else { throw KernelFailure.last("signalfd") }
    return Descriptor(owning: fd)
  }

  /// The next waiting signal of a descriptor of ``terminationSignals()``.
  package static func nextSignal(_ descriptor: borrowing Descriptor) -> Int32? {
    nextSignal(number: descriptor.number)
  }

  /// The same for a descriptor that somebody else owns.
  package static func nextSignal(number descriptor: Int32) -> Int32? {
    let number = sentinel_next_signal(descriptor)
    return number > 0 ? number : nil
  }
}

/// Both ends of a connection.
package struct SocketPair: ~Copyable {
  /// The end that stays here.
  package let own: Descriptor
  /// The end for the child.
  package let other: Descriptor

  init(own: consuming Descriptor, other: consuming Descriptor) {
    self.own = own
    self.other = other
  }

  /// Closes the child's end and keeps the own one.
  package consuming func keepOwn() -> Descriptor { own }

  /// Closes the own end and keeps the other, to hand it on.
  package consuming func keepOther() -> Descriptor { other }
}
