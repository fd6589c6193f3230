internal import CKernel
internal import Glibc
internal import Kernel

/// Mount points of the host, from /proc/self/mountinfo.
struct HostMounts {
  /// One mount.
  struct Mount: Equatable {
    /// The kernel's number of the mount, as digits.
    var id: [UInt8]
    /// The file system, as `major:minor`.
    var device: [UInt8]
    /// What of the file system is mounted.
    var root: BytePath
    /// Where.
    var point: BytePath
    /// The folders of which an overlay shows a merger, as its maker named them: absolute ones alone.
    var layers: [BytePath]

    /// Where a place of the file system is seen, or the mount itself if that is a part of the place.
    func shows(_ place: BytePath) -> BytePath? {
      if place.isWithin(root) { return place.moved(from: root, to: point) }
      return root.isWithin(place) ? point : nil
    }
  }

  let mounts: [Mount]

  /// Reads what this process sees.
  static func read() throws(KernelFailure) -> HostMounts {
    HostMounts(parsing: try FileSystem.read("/proc/self/mountinfo", limit: 1 << 24))
  }

  /// Takes the first, third, fourth and fifth field of each line, and what an overlay consists of.
  init(parsing bytes: [UInt8]) {
    mounts = bytes.split(separator: UInt8(ascii: "\n")).compactMap { line in
      let fields = line.split(separator: UInt8(ascii: " "))
      // Optional fields end with a hyphen; the type, the source and the options come after it.
      guard fields.count > 9, let end = fields[6...].firstIndex(of: [UInt8(ascii: "-")]) else {
        return nil
      }
      return Mount(
        id: Array(fields[0]), device: Array(fields[2]), root: Self.path(fields[3]),
        point: Self.path(fields[4]),
        layers: fields[end + 1].elementsEqual("overlay".utf8)
          ? Self.layers(fields[fields.count - 1]) : [])
    }
  }

  /// The absolute paths in an overlay's options.
  ///
  /// Relative ones, as container engines write them, lie in folders of theirs that no name reaches.
  private static func layers(_ options: ArraySlice<UInt8>) -> [BytePath] {
    var layers: [BytePath] = []
    for option in options.split(separator: UInt8(ascii: ",")) {
      let parts = option.split(separator: UInt8(ascii: "="), maxSplits: 1)
      guard parts.count == 2, parts[0] == lowerFolder[...] || layerOptions.contains(Array(parts[0]))
      else { continue }
      let value = unescape(parts[1])
      // Only lowerdir= is a list, in which a colon of a name has a backslash before it.
      var path: [UInt8] = []
      var rest = value[...]
      while let byte = rest.popFirst() {
        if byte == UInt8(ascii: ":"), parts[0] == lowerFolder[...] {
          layers.append(BytePath(path))
          path = []
        } else if byte == UInt8(ascii: "\\"), let escaped = rest.popFirst() {
          path.append(escaped)
        } else {
          path.append(byte)
        }
      }
      layers.append(BytePath(path))
    }
    return layers.filter(\.isAbsolute).map(\.normalised)
  }

  private static let lowerFolder = Array("lowerdir".utf8)
  private static let layerOptions = ["lowerdir+", "datadir+", "upperdir"].map { Array($0.utf8) }

  /// The mount points strictly below a folder, each once.
  func below(_ folder: BytePath) -> [BytePath] {
    var seen: Set<BytePath> = []
    return mounts.map(\.point).filter {
      $0 != folder && $0.isWithin(folder) && seen.insert($0).inserted
    }
  }

  /// Every path at which a folder, or a part of it, can be reached; the path itself comes first.
  ///
  /// The same part of a file system may be mounted in several places, as by `mount --bind`, and be a
  /// layer of an overlay.
  ///
  /// - Throws: When it cannot be told what the path lies on.
  func aliases(of path: BytePath) throws(KernelFailure) -> [BytePath] {
    guard let start = try place(of: path) else { return [path] }
    let layers = try layers()
    var places = [start]
    var next = 0
    while next < places.count {
      let known = places[next]
      for layer in layers {
        for place in [layer.merged(known), layer.taken(apart: known)] {
          if let place, !places.contains(place) { places.append(place) }
        }
      }
      guard places.count <= Self.mostPlaces else {
        throw KernelFailure(call: "mountinfo", object: path.description, number: ELOOP)
      }
      next += 1
    }
    var aliases = [path]
    for place in places {
      for mount in mounts where mount.device == place.device {
        if let alias = mount.shows(place.path), !aliases.contains(alias) { aliases.append(alias) }
      }
    }
    return aliases
  }

  /// A place in a file system, whatever it is mounted on.
  private struct Place: Equatable {
    var device: [UInt8]
    var path: BytePath
  }

  /// More names for one folder than overlays over overlays give.
  private static let mostPlaces = 256

  /// A layer of an overlay.
  private struct Layer {
    var overlay: [UInt8]
    var place: Place

    /// Where the overlay shows a place of the layer, or the layer itself if it is a part of the place.
    func merged(_ known: Place) -> Place? {
      guard known.device == place.device else { return nil }
      let shown =
        known.path.isWithin(place.path)
        ? known.path : place.path.isWithin(known.path) ? place.path : nil
      return shown.map { Place(device: overlay, path: $0.moved(from: place.path, to: "/")) }
    }

    /// Where the layer has a place of the overlay.
    func taken(apart known: Place) -> Place? {
      guard known.device == overlay else { return nil }
      return Place(device: place.device, path: known.path.moved(from: "/", to: place.path))
    }
  }

  /// The layers that are reached by the names that they were given.
  private func layers() throws(KernelFailure) -> [Layer] {
    var layers: [Layer] = []
    for mount in mounts {
      for name in mount.layers {
        // In a container these are names of the machine outside.
        guard let folder = try? FileSystem.resolve(name), let place = try place(of: folder),
          place.device != mount.device
        else { continue }
        layers.append(Layer(overlay: mount.device, place: place))
      }
    }
    return layers
  }

  private func place(of path: BytePath) throws(KernelFailure) -> Place? {
    let id = try Self.mount(of: path)
    guard let own = mounts.first(where: { $0.id == id && path.isWithin($0.point) }) else {
      return nil
    }
    return Place(device: own.device, path: path.moved(from: own.point, to: own.root))
  }

  /// The number of the mount that a path is on, or would be.
  ///
  /// The kernel is asked, because names do not tell: the deepest mount point on the way may itself lie
  /// under another mount.
  private static func mount(of path: BytePath) throws(KernelFailure) -> [UInt8] {
    var place = path
    while true {
      let id = unsafe place.withPointer { unsafe sentinel_mount_id($0) }
      if id >= 0 { return Array("\(id)".utf8) }
      let failure = KernelFailure.last("statx", place.description)
      guard !FileSystem.exists(place), place.parent != place else { throw failure }
      place = place.parent
    }
  }

  /// A field, in which the kernel writes blanks as three octal digits.
  private static func path(_ field: ArraySlice<UInt8>) -> BytePath {
    BytePath(field.contains(UInt8(ascii: "\\")) ? unescape(field) : Array(field))
  }

  private static func unescape(_ field: ArraySlice<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    var rest = field
    while let byte = rest.popFirst() {
      let digits = rest.prefix(3).map { $0 &- UInt8(ascii: "0") }
      if byte == UInt8(ascii: "\\"), digits.count == 3, digits.allSatisfy({ $0 < 8 }) {
        result.append(digits.reduce(0) { ($0 << 3) | $1 })
        rest = rest.dropFirst(3)
      } else {
        result.append(byte)
      }
    }
    return result
  }
}

extension BytePath {
  /// The same place below another folder; `folder` must be an ancestor, and both normalised.
  fileprivate func moved(from folder: BytePath, to other: BytePath) -> BytePath {
    components.dropFirst(folder.depth).reduce(other) { $0.appending(BytePath($1)) }
  }
}
