extension IPAddress {
  /// Reads an address as text; nil for anything but the plain forms.
  ///
  /// IPv4 is four decimal numbers without leading zeros: what libc also takes (octal, hexadecimal,
  /// fewer parts) is no address here. IPv6 is RFC 4291, section 2.2, without zone and brackets.
  package init?(parsing text: some StringProtocol) {
    let bytes = Array(text.utf8)
    // 45 is the longest text: six groups of four digits and a dotted quad.
    guard bytes.count <= 45 else { return nil }
    if bytes.contains(UInt8(ascii: ":")) {
      guard let groups = Self.groups(bytes[...]) else { return nil }
      self.init(bytes: groups.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xff)] })
    } else {
      guard let number = Self.dottedQuad(bytes[...]) else { return nil }
      self.init(v4: number)
    }
  }

  private static func dottedQuad(_ bytes: ArraySlice<UInt8>) -> UInt32? {
    let parts = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count == 4 else { return nil }
    var number: UInt32 = 0
    for part in parts {
      guard part.count <= 3, part.count == 1 || part.first != UInt8(ascii: "0"),
        let value = ASCII.decimal(part), value <= 255
      else { return nil }
      number = number << 8 | UInt32(value)
    }
    return number
  }

  /// The eight groups of an IPv6 text.
  private static func groups(_ bytes: ArraySlice<UInt8>) -> [UInt16]? {
    guard let gap = firstDoubleColon(bytes) else {
      let all = groupList(bytes, mayEndInQuad: true)
      return all?.count == 8 ? all : nil
    }
    let head = bytes[..<gap]
    let tail = bytes[(gap + 2)...]
    guard firstDoubleColon(bytes[(gap + 1)...]) == nil,
      let left = head.isEmpty ? [] : groupList(head, mayEndInQuad: false),
      let right = tail.isEmpty ? [] : groupList(tail, mayEndInQuad: true)
    else { return nil }
    // The gap stands for at least one group.
    guard left.count + right.count <= 7 else { return nil }
    return left + Array(repeating: 0, count: 8 - left.count - right.count) + right
  }

  private static func firstDoubleColon(_ bytes: ArraySlice<UInt8>) -> Int? {
    let colon = UInt8(ascii: ":")
    return bytes.indices.dropLast().first { bytes[$0] == colon && bytes[$0 + 1] == colon }
  }

  private static func groupList(_ bytes: ArraySlice<UInt8>, mayEndInQuad: Bool) -> [UInt16]? {
    var groups: [UInt16] = []
    let parts = bytes.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    guard parts.count <= 8 else { return nil }
    for (index, part) in parts.enumerated() {
      if mayEndInQuad, index == parts.count - 1, part.contains(UInt8(ascii: ".")) {
        guard let number = dottedQuad(part) else { return nil }
        groups += [UInt16(number >> 16), UInt16(number & 0xffff)]
        continue
      }
      guard (1...4).contains(part.count) else { return nil }
      var group: UInt16 = 0
      for byte in part {
        guard let digit = ASCII.hexValue(byte) else { return nil }
        group = group << 4 | UInt16(digit)
      }
      groups.append(group)
    }
    return groups
  }
}
