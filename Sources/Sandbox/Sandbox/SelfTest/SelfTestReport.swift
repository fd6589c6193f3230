internal import Egress

/// What a sandbox said of itself before a command was let into one like it, as it stands in a result's
/// `egressSelfTest`.
///
/// The property names are the JSON keys.
package struct SelfTestReport: Codable, Equatable, Sendable {
  /// A way out that was found.
  package struct Leak: Codable, Equatable, Sendable {
    /// The probe's name.
    package var probe: String
    /// What it found, in a few words.
    package var detail: String
  }

  /// How many probes were tried.
  package var probes = 0
  /// Those that found a way out.
  package var leaked: [Leak] = []
  /// From the start of the sandbox to its end.
  package var milliseconds: Double = 0
  /// Why not all probes were tried; a test that did not end is not passed.
  package var failure: String?

  /// A report of nothing.
  package init() {}

  /// Why no command is let in; nil when all was held.
  var refusal: Refusal? {
    if let first = leaked.first {
      let more = leaked.count > 1 ? " (and \(leaked.count - 1) more)" : ""
      return Refusal(
        "the egress self-test found a way out by \(first.probe): \(first.detail)\(more)",
        remedy:
          "look at what the profile permits under network and syscalls, and at `sentinel doctor`")
    }
    return failure.map {
      Refusal(
        "the egress self-test did not come to its end: \($0)", remedy: "run `sentinel doctor`")
    }
  }

  /// Reads what the probes wrote: a line for each, and one that counts them.
  mutating func read(_ text: [UInt8]) {
    var isOver = false
    for line in text.split(separator: UInt8(ascii: "\n")) {
      let fields = line.split(
        separator: UInt8(ascii: "\t"), maxSplits: 2, omittingEmptySubsequences: false
      ).map { CappedText.visible($0, limit: 250) }
      guard !isOver, fields.count == 3 else { return fail("a line of it cannot be read") }
      switch (fields[0], fields[1]) {
      case ("end", "\(probes)") where probes > 0: isOver = true
      case (let name, "held"):
        probes += 1
        if name.isEmpty { fail("a probe has no name") }
      case (let name, "leaked"):
        probes += 1
        leaked.append(Leak(probe: name, detail: fields[2]))
      default: return fail("a line of it cannot be read")
      }
    }
    if !isOver { fail("its end is missing after \(probes) probes") }
  }

  /// Notes why it is not passed; the first reason stays.
  mutating func fail(_ reason: String) { failure = failure ?? reason }
}
