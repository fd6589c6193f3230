internal import Egress
internal import YAML

/// Reads and writes the credential grants of a profile's network section.
///
/// A grant is a mapping with `name`, its source (`fromEnv` or `fromFile`), `hosts` and `paths`, and
/// what it needs of `methods`, `header`, `form`, `user`, `fields`, `answerFields`, `uses`, `bytes`,
/// `expires`, `git`, `refs` and `mayDelete`. A profile never holds a credential itself.
struct NetworkGrantsReader {
  let section: MappingReader

  /// The grants in their order; mistakes are reported where they stand.
  func read() -> [GrantDescription] {
    var names: Set<String> = []
    return section.mappings("grants").compactMap { reader in
      guard let grant = read(reader) else { return nil }
      guard names.insert(grant.name).inserted else {
        reader.log.report(
          reader.mark, "there are two grants \"\(grant.name)\"", remedy: "give each its own name")
        return nil
      }
      return grant
    }
  }

  private func read(_ reader: MappingReader) -> GrantDescription? {
    let name = reader.requiredText("name")
    var grant = GrantDescription(name: name?.value ?? "")
    if let name, !Profile.isName(name.value) {
      reader.log.report(
        name.mark, "\"name\" is \"\(name.value)\"",
        remedy: "write lower-case letters, digits and hyphens")
    }
    readSource(reader, &grant)
    grant.hosts = required(reader, "hosts", "names such as git.example.com") {
      (try? HostName(parsing: $0)) != nil
    }
    grant.paths = required(reader, "paths", "paths such as /team/project.git, / for all") {
      (try? CanonicalPath(Array($0.utf8))) != nil
    }
    let methods = reader.texts("methods")
    for method in methods where !Self.methods.contains(method.value) {
      reader.log.report(
        method.mark, "\"\(method.value)\" is not a method that a grant may be for",
        remedy: "write one of \(Self.methods.joined(separator: ", "))")
    }
    grant.methods = methods.isEmpty ? nil : methods.map(\.value)
    readForm(reader, &grant)
    grant.uses = reader.whole("uses", in: 1...1_000_000_000)?.value
    grant.bytes = reader.size("bytes")?.value.bytes
    grant.expires = reader.duration("expires")?.value.milliseconds
    readGit(reader, &grant)
    readFields(reader, &grant)
    reader.finish()
    return name == nil ? nil : grant
  }

  private static let methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]

  private func readSource(_ reader: MappingReader, _ grant: inout GrantDescription) {
    let variable = reader.text("fromEnv")
    let file = reader.text("fromFile")
    (grant.fromEnv, grant.fromFile) = (variable?.value, file?.value)
    if (variable == nil) == (file == nil) {
      reader.log.report(
        reader.mark, "a grant has one source",
        remedy: "write \"fromEnv: VARIABLE\" or \"fromFile: PATH\", never the credential itself")
    }
    if let variable { _ = reader.acceptVariable(variable.value, at: variable.mark) }
    if let file, !file.value.hasPrefix("/"), !file.value.hasPrefix("~/") {
      reader.log.report(
        file.mark, "\"fromFile\" is \"\(file.value)\"", remedy: "write a path from / or ~/")
    }
  }

  /// The texts of a list that must hold something; those that are not fit are reported.
  private func required(
    _ reader: MappingReader, _ key: String, _ example: String, _ isFit: (String) -> Bool
  ) -> [String] {
    if reader.mark(of: key) == nil { reader.reportMissing(key) }
    let texts = reader.texts(key)
    for text in texts where !isFit(text.value) {
      reader.log.report(
        text.mark, "\"\(reader.path(key))\" holds \"\(text.value)\"", remedy: "write \(example)")
    }
    return texts.map(\.value)
  }

  private func readForm(_ reader: MappingReader, _ grant: inout GrantDescription) {
    let header = reader.text("header")
    let form = reader.choice("form", of: GrantDescription.Form.self)
    let user = reader.text("user")
    (grant.header, grant.form, grant.user) = (header?.value, form?.value, user?.value)
    if let header, !CredentialGrant.isHeader(header.value) {
      reader.log.report(
        header.mark, "\"header\" is \"\(header.value)\"",
        remedy: "write a field that does not frame messages, such as Authorization")
    }
    guard (form?.value == .basic) != (user == nil) else {
      reader.log.report(
        user?.mark ?? form?.mark ?? reader.mark, "\"user\" belongs to the form basic, and it to it",
        remedy: "write \"form: basic\" and \"user: NAME\", or neither")
      return
    }
    if let user, !CredentialGrant.isUser(user.value) {
      reader.log.report(
        user.mark, "\"user\" is \"\(user.value)\"", remedy: "write a name without a colon")
    }
  }

  private func readGit(_ reader: MappingReader, _ grant: inout GrantDescription) {
    grant.git = reader.choice("git", of: GrantDescription.Git.self)?.value
    let refs = reader.texts("refs")
    let mayDelete = reader.boolean("mayDelete")
    for ref in refs where !ref.value.hasPrefix("refs/") || ref.value.contains("..") {
      reader.log.report(
        ref.mark, "\"refs\" holds \"\(ref.value)\"",
        remedy: "write whole refs such as refs/heads/fix, or refs/heads/fix/ for those below")
    }
    if grant.git == .push, refs.isEmpty {
      reader.log.report(
        reader.mark, "a grant that pushes names what it pushes to",
        remedy: "write \"refs: [refs/heads/PREFIX/]\"")
    }
    if grant.git != .push, let mark = refs.first?.mark ?? mayDelete?.mark {
      reader.log.report(
        mark, "\"refs\" and \"mayDelete\" belong to pushes", remedy: "write \"git: push\"")
    }
    grant.refs = refs.isEmpty ? nil : refs.map(\.value)
    grant.mayDelete = mayDelete?.value
  }

  private func readFields(_ reader: MappingReader, _ grant: inout GrantDescription) {
    let fields = reader.texts("fields")
    for field in fields where !CredentialGrant.mayName(field.value) {
      reader.log.report(
        field.mark, "\"fields\" holds \"\(field.value)\", which goes on anyway or under no grant",
        remedy: "write fields such as X-Api-Version, in letters, digits and hyphens; none that may "
          + "change a method, a path, a host or a credential")
    }
    grant.fields = fields.isEmpty ? nil : fields.map(\.value)
    guard let mark = reader.mark(of: "answerFields") else { return }
    let answerFields = reader.texts("answerFields")
    for field in answerFields where !CredentialGrant.mayAnswer(field.value) {
      reader.log.report(
        field.mark, "\"answerFields\" holds \"\(field.value)\"",
        remedy: "write fields such as ETag; none that frames answers or sets a cookie")
    }
    if grant.git != nil {
      reader.log.report(
        mark, "\"answerFields\" keeps from git what it reads", remedy: "remove \"answerFields\"")
    }
    grant.answerFields = answerFields.map(\.value)
  }

  /// A grant as it is read.
  package static func line(_ grant: GrantDescription) -> String {
    var fields = ["name: \(grant.name)"]
    let list = { (texts: [String]) in
      "[\(texts.map { YAMLText.quoted($0) }.joined(separator: ", "))]"
    }
    for (key, text) in [
      ("fromEnv", grant.fromEnv), ("fromFile", grant.fromFile), ("header", grant.header),
      ("form", grant.form?.rawValue), ("user", grant.user), ("git", grant.git?.rawValue),
    ] { if let text { fields.append("\(key): \(YAMLText.quoted(text))") } }
    fields += ["hosts: \(list(grant.hosts))", "paths: \(list(grant.paths))"]
    if let methods = grant.methods { fields.append("methods: \(list(methods))") }
    if let uses = grant.uses { fields.append("uses: \(uses)") }
    if let bytes = grant.bytes { fields.append("bytes: \(ByteCount(bytes: bytes))") }
    if let expires = grant.expires { fields.append("expires: \(TimeLimit(milliseconds: expires))") }
    if let named = grant.fields { fields.append("fields: \(list(named))") }
    if let named = grant.answerFields { fields.append("answerFields: \(list(named))") }
    if let refs = grant.refs { fields.append("refs: \(list(refs))") }
    if let mayDelete = grant.mayDelete { fields.append("mayDelete: \(mayDelete)") }
    return "{\(fields.joined(separator: ", "))}"
  }
}
