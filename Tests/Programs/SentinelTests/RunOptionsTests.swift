import ArgumentParser
import Sandbox
import Testing

@testable import sentinel

/// The short parser of `sentinel run` beside the argument parser, whose answer is the right one.
@Suite struct RunOptionsTests {
  /// Every option with a value that it takes, one that it refuses, and one that needs care.
  private static let values: [(option: String, good: [String], odd: [String])] = [
    ("profile", ["strict", "./p.yaml"], ["", "-x", "--", "a=b"]),
    ("workspace", ["/w", "a b"], ["", "-", "--json"]),
    ("mode", ["overlay", "read-only"], ["Overlay", "readonly", " overlay", ""]),
    ("network", ["none", "loopback", "host"], ["all", ""]),
    ("memory", ["512M", "4M"], ["512", "1K", "0M", "-1M", "5 M", "99999999T"]),
    ("cpus", ["1.5", "2"], ["0", "nan", "inf", "1e1", "0x1p3", ".5", "+1", "1,5", "-1"]),
    ("pids", ["7", "4194304"], ["0", "-1", "+7", "07", "7.0", "", "99999999999999999999"]),
    ("disk", ["1G"], ["1g", "G", "1G "]),
    ("timeout", ["60s", "300ms"], ["60", "1d", "-5s"]),
    ("cpu-time", ["5m"], ["5 m", "m"]),
    ("output-limit", ["16M"], ["16", "M16"]), ("io", ["50M"], ["50", "0M"]),
    ("env", ["A", "A=b", "A==", "A=b=c", "A=-b", "Ä=ü"], ["", "=x", "=", "-A", "A\0=b"]),
    ("result", ["r.json"], ["", "-"]), ("control", ["c.sock"], ["", "-"]),
    ("diff", ["d.patch"], [""]),
    ("egress-report", ["b.json"], ["", "-"]),
    ("isolation", ["full", "available"], ["none", "Full"]),
  ]

  private static let strangers: [[String]] = [
    ["--json"], ["--json=true"], ["--json="], ["--no-json"], ["--js"], ["--mem", "512M"],
    ["--memory"], ["--MEMORY", "512M"], ["--cpuTime", "5m"], ["--cpu_time", "5m"], ["-h"],
    ["--help"], ["--version"], ["--generate-completion-script"], ["--experimental-dump-help"],
    ["-m", "512M"], ["--="], ["--=x"], ["---json"], ["-"], [""], ["word"], ["-json"], ["help"],
    ["\u{2013}\u{2013}json"], ["--json "], [" --json"], ["--env", "A", "B"],
  ]

  /// What the argument parser makes of it; nothing for a mistake or a cry for help.
  private func expected(_ arguments: [String]) -> RunOptions? {
    let command = try? RunCommand.parseAsRoot(arguments)
    return (command as? RunCommand)?.options
  }

  private func compare(_ arguments: [String], isPlain: Bool = false) {
    let read = RunOptions(arguments[...])
    if read != nil || isPlain {
      #expect(read == expected(arguments), "\(arguments)")
      #expect(!isPlain || read != nil, "\(arguments)")
    }
  }

  @Test func `every option is read as the argument parser reads it`() {
    compare(["--", "true"], isPlain: true)
    compare(["--json", "--", "a", "--json", "--", "-x", ""], isPlain: true)
    for (option, good, odd) in Self.values {
      for value in good {
        compare(["--\(option)", value, "--", "true"], isPlain: true)
        compare(["--\(option)=\(value)", "--", "true"], isPlain: true)
      }
      for value in odd {
        compare(["--\(option)", value, "--", "true"])
        compare(["--\(option)=\(value)", "--", "true"])
      }
      compare(["--\(option)"])
      compare(["--\(option)", "--", "true"])
      compare(["--\(option)=", "--", "true"])
    }
  }

  @Test func `what is no option is left to the argument parser`() {
    for strange in Self.strangers where strange != ["--json"] {
      #expect(RunOptions((strange + ["--", "true"])[...]) == nil, "\(strange)")
    }
    for incomplete in [[], ["--"], ["--json"], ["true"], ["--json", "--"]] {
      #expect(RunOptions(incomplete[...]) == nil, "\(incomplete)")
    }
  }

  @Test func `combinations are read as the argument parser reads them`() {
    var random = Lottery(state: 20_261_122)
    var plain = 0
    for _ in 0..<600 {
      var arguments: [String] = []
      for _ in 0..<random.next(5) {
        let row = Self.values[random.next(Self.values.count)]
        let values = random.next(4) == 0 ? row.odd : row.good
        let value = values[random.next(values.count)]
        switch random.next(12) {
        case 0: arguments += Self.strangers[random.next(Self.strangers.count)]
        case 1: arguments.append("--json")
        case 2...6: arguments.append("--\(row.option)=\(value)")
        default: arguments += ["--\(row.option)", value]
        }
      }
      if random.next(12) > 0 { arguments.append("--") }
      for _ in 0..<random.next(3) {
        arguments.append(["true", "--", "-x", "ü", ""][random.next(5)])
      }
      if RunOptions(arguments[...]) != nil { plain += 1 }
      compare(arguments)
    }
    #expect(plain > 100, "too few lines were read to prove anything")
  }
}

/// The same draws in every run (Steele and others, SplitMix64).
private struct Lottery {
  var state: UInt64

  mutating func next(_ count: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((mixed ^ (mixed >> 31)) % UInt64(count))
  }
}
