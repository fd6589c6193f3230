/// The ASCII form of names in other scripts, for messages only: no such name is ever looked up.
package enum Punycode {
  /// The name with every label that is not ASCII as `xn--…`; nil when it cannot be one.
  ///
  /// Letters are made small and the four dots of RFC 3490, section 3.1, separate labels; there is no
  /// further mapping, so the form is the one to write only when it leads where it should.
  package static func asciiForm(of name: some StringProtocol) -> String? {
    guard name.utf8.count <= 1024 else { return nil }
    let dots: Set<Unicode.Scalar> = [".", "\u{3002}", "\u{FF0E}", "\u{FF61}"]
    var labels: [String] = []
    for part in name.lowercased().unicodeScalars.split(
      omittingEmptySubsequences: false, whereSeparator: { dots.contains($0) })
    {
      let scalars = Array(part)
      guard !scalars.allSatisfy(\.isASCII) else {
        labels.append(String(String.UnicodeScalarView(scalars)))
        continue
      }
      guard let label = encode(scalars) else { return nil }
      labels.append("xn--" + label)
    }
    let text = labels.joined(separator: ".")
    return (try? HostName(parsing: text))?.text
  }

  /// The encoding of one label by RFC 3492, section 6.3; nil on overflow or more than 63 scalars.
  package static func encode(_ label: [Unicode.Scalar]) -> String? {
    guard label.count <= 63 else { return nil }
    let basic = label.filter(\.isASCII)
    var output = basic.map { UInt8(truncatingIfNeeded: $0.value) }
    var handled = basic.count
    if handled > 0 { output.append(UInt8(ascii: "-")) }
    var (current, delta, bias) = (initialN, UInt32(0), initialBias)
    while handled < label.count {
      guard let next = label.lazy.map(\.value).filter({ $0 >= current }).min() else { return nil }
      let (step, overflow) = (next - current).multipliedReportingOverflow(by: UInt32(handled + 1))
      guard !overflow, delta <= .max - step else { return nil }
      delta += step
      current = next
      for scalar in label {
        if scalar.value < current { delta += 1 }
        guard scalar.value == current else { continue }
        append(delta, bias: bias, to: &output)
        bias = adapted(delta, count: UInt32(handled + 1), isFirst: handled == basic.count)
        delta = 0
        handled += 1
      }
      delta += 1
      current += 1
    }
    return String(decoding: output, as: UTF8.self)
  }

  /// A number as digits of base 36 with variable thresholds.
  private static func append(_ value: UInt32, bias: UInt32, to output: inout [UInt8]) {
    var rest = value
    var k = base
    while true {
      let threshold = k <= bias ? minimum : min(maximum, k - bias)
      guard rest >= threshold else { break }
      output.append(digit(threshold + (rest - threshold) % (base - threshold)))
      rest = (rest - threshold) / (base - threshold)
      k += base
    }
    output.append(digit(rest))
  }

  private static func adapted(_ delta: UInt32, count: UInt32, isFirst: Bool) -> UInt32 {
    var rest = isFirst ? delta / damp : delta / 2
    rest += rest / count
    var k: UInt32 = 0
    while rest > (base - minimum) * maximum / 2 {
      rest /= base - minimum
      k += base
    }
    return k + (base - minimum + 1) * rest / (rest + skew)
  }

  private static func digit(_ value: UInt32) -> UInt8 {
    let small = UInt8(truncatingIfNeeded: value)
    return small < 26 ? UInt8(ascii: "a") + small : UInt8(ascii: "0") + small - 26
  }

  // RFC 3492, section 5.
  private static let base: UInt32 = 36
  private static let minimum: UInt32 = 1
  private static let maximum: UInt32 = 26
  private static let skew: UInt32 = 38
  private static let damp: UInt32 = 700
  private static let initialBias: UInt32 = 72
  private static let initialN: UInt32 = 128
}
