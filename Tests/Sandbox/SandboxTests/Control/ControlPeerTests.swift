import Testing

@testable import Sandbox

@Suite struct ControlPeerTests {
  @Test(arguments: [
    ("pos:\t0\nflags:\t02\nPid:\t77\nNSpid:\t77\n", true),
    ("Pid:\t77\nNSpid:\t77\t5\n", false),
    ("Pid:\t77\nNSpid:\t77\t5\t1\n", false),
    ("Pid:\t-1\nNSpid:\t-1\n", false),
    ("Pid:\t0\nNSpid:\t0\n", false),
    ("Pid:\t77\n", false), ("", false), ("NSpid:\n", false), ("NSpid:\tx\n", false),
  ])
  func `a process is of this namespace when it has one number, and still has it`(
    text: String, isOwn: Bool
  ) { #expect(ControlPeer.isOfThisNamespace(text) == isOwn) }
}
