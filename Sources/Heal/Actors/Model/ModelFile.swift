internal import Connectors
internal import Glibc
package import Kernel
internal import Sandbox
internal import Text
internal import YAML

/// The user's own `model.yaml`, schema `sentinel.model/1`: what the variables of a model and of an
/// embeddings service say, in a file.
///
/// A variable wins over its line. The file names where a key is and holds none; it is never read from
/// the tree that is healed, whose authors would choose then whom the code goes to.
package struct ModelFile: Sendable {
  /// The variables of the environment, and those that the file stands for.
  package var variables: [String: String]
  /// How mistakes name what stands in the file, by variable.
  package var origins: [String: String] = [:]
  /// What is wrong with the file itself, one sentence each, with its line.
  package var mistakes: [String] = []

  /// The schema that a file names.
  private static let schema = "sentinel.model/1"
  private static let mostBytes = 1 << 16
  /// The keys that are variables as they stand, with the ends of their names.
  private static let model = [
    ("url", "URL"), ("name", "NAME"), ("api", "API"), ("apiVersion", "API_VERSION"),
    ("priceIn", "PRICE_IN"), ("priceOut", "PRICE_OUT"), ("samples", "SAMPLES"),
  ]

  /// Where the file lies when there is one.
  package static func place(_ environment: Environment) -> BytePath {
    OwnFolders(environment: environment).configuration.appending("model.yaml")
  }

  /// Adds what the file says to the environment; without a file nothing.
  ///
  /// - Parameters:
  ///   - file: where it would be.
  ///   - environment: the caller's variables.
  ///   - tree: what is healed, from which nothing is read.
  package init(
    _ file: BytePath, _ environment: [String: String], outside tree: BytePath
  ) {
    variables = environment
    guard FileSystem.exists(file) else { return }
    let log = ProblemLog()
    do {
      let bytes = try Self.read(file, outside: tree, isSecret: false)
      let root = try YAMLParser.parse(bytes, file: file.description)
      if let reader = MappingReader(root, name: "", log: log) {
        reader.requireSchema(Self.schema)
        take(reader, Self.model, prefix: "SENTINEL_MODEL_", beside: file, tree)
        if let inner = reader.mapping("embeddings") {
          take(
            inner, Array(Self.model.prefix(2)), prefix: "SENTINEL_EMBEDDINGS_", beside: file, tree)
        }
        reader.finish()
      }
    } catch let problems as Problems {
      log.report(problems.all)
    } catch {
      mistakes.append("\(error)")
    }
    mistakes += Problems(log.all).all.map(\.description)
  }

  /// Takes the lines of one service.
  private mutating func take(
    _ reader: MappingReader, _ keys: [(String, String)], prefix: String, beside file: BytePath,
    _ tree: BytePath
  ) {
    let given = variables
    let isSet = { (name: String) in !(given[prefix + name] ?? "").isEmpty }
    for (key, name) in keys {
      guard let value = reader.text(key), !isSet(name) else { continue }
      variables[prefix + name] = value.value
      origins[prefix + name] = "\(value.mark): \"\(reader.path(key))\""
    }
    // The key is for the file's address, and goes to no other.
    let isElsewhere = isSet("URL") && reader.text("url")?.value != given[prefix + "URL"]
    if let key = key(reader, beside: file, tree), !isSet("KEY"), !isElsewhere {
      variables[prefix + "KEY"] = key
    }
    if reader.name != "" { reader.finish() }
  }

  private func key(
    _ reader: MappingReader, beside file: BytePath, _ tree: BytePath
  ) -> String? {
    let place = reader.text("keyFile")
    let variable = reader.text("keyVariable")
    if let place, variable != nil {
      reader.log.report(
        place.mark, "there are a \"keyFile\" and a \"keyVariable\"", remedy: "leave one of them out"
      )
      return nil
    }
    if let variable {
      if let value = variables[variable.value], !value.isEmpty { return value }
      reader.log.report(
        variable.mark, "the variable \"\(VisibleText.escaped(variable.value))\" is not set",
        remedy: "set it to the key, or write a keyFile")
    }
    guard let place else { return nil }
    let path = BytePath(place.value)
    do throws(KeyMistake) {
      return try Self.key(path.isAbsolute ? path : file.parent.appending(path), outside: tree)
    } catch {
      reader.log.report(place.mark, error.what, remedy: error.remedy)
      return nil
    }
  }
}

/// Why a file is not read.
struct KeyMistake: Error, CustomStringConvertible {
  var what: String
  var remedy: String
  var description: String { "\(what); \(remedy)" }
}

extension ModelFile {
  /// The first line of a file with a key.
  private static func key(_ path: BytePath, outside tree: BytePath) throws(KeyMistake) -> String {
    let bytes = try read(path, outside: tree, isSecret: true)
    var line = String(decoding: bytes, as: UTF8.self)[...]
    if line.hasSuffix("\n") { line = line.dropLast() }
    guard !line.isEmpty, line.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      throw KeyMistake(
        what: "\(path) holds no key", remedy: "write the key as its only line, without blanks")
    }
    return String(line)
  }

  /// Reads a file of the user's own; one that others can change, or of a secret can read, is refused.
  static func read(
    _ path: BytePath, outside tree: BytePath?, isSecret: Bool
  ) throws(KeyMistake) -> [UInt8] {
    do throws(KernelFailure) {
      let whole = try FileSystem.resolve(path)
      if let tree {
        let root = (try? FileSystem.resolve(tree)) ?? tree
        if whole == root || whole.bytes.starts(with: root.bytes + [0x2F]) {
          throw KernelFailure(call: "", number: EXDEV)
        }
      }
      let file = try Descriptor.open(whole, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
      let status = try file.status()
      let others: UInt32 = isSecret ? 0o077 : 0o002
      guard status.kind == .regular, status.uid == geteuid() || status.uid == 0,
        status.permissions & others == 0
      else { throw KernelFailure(call: "", number: EPERM) }
      return try file.readAll(limit: mostBytes)
    } catch {
      switch (error.call, error.number) {
      case ("", EXDEV):
        throw KeyMistake(
          what: "\(path) is in the tree that is healed",
          remedy: "move it where the tree's authors have no say")
      case ("", _):
        throw KeyMistake(
          what:
            "\(path) is not a file of yours that \(isSecret ? "only you can read" : "only you can change")",
          remedy: "write chmod \(isSecret ? "600" : "o-w") \(path), as its owner")
      default: throw KeyMistake(what: "\(error)", remedy: "mend that, or remove the line")
      }
    }
  }
}
