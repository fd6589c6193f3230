/// A language whose tokens are told apart.
package enum CodeLanguage: String, Sendable, CaseIterable {
  /// Python, stubs included.
  case python
  /// JavaScript and TypeScript.
  case javascript
  /// Go.
  case go
  /// Java and Kotlin.
  case java
  /// Rust.
  case rust
  /// Swift.
  case swift
  /// POSIX shells.
  case shell
  /// YAML.
  case yaml
  /// TOML and INI files.
  case ini
  /// C and C++.
  case c
  /// Ruby.
  case ruby

  /// The language of a file by its name; nil for text that is no code.
  package init?(path: PatchPath) {
    let name = path.name.lowercased()
    if let language = Self.names[name] {
      self = language
      return
    }
    guard let dot = name.lastIndex(of: "."),
      let language = Self.suffixes[String(name[name.index(after: dot)...])]
    else { return nil }
    self = language
  }

  private static let names: [String: CodeLanguage] = [
    "gemfile": .ruby, "rakefile": .ruby, "pipfile": .ini, "sconstruct": .python,
    "wscript": .python, "makefile": .shell, "dockerfile": .shell, ".coveragerc": .ini,
  ]

  private static let suffixes: [String: CodeLanguage] = [
    "py": .python, "pyi": .python, "pyw": .python, "js": .javascript, "jsx": .javascript,
    "mjs": .javascript, "cjs": .javascript, "ts": .javascript, "tsx": .javascript,
    "mts": .javascript, "cts": .javascript, "vue": .javascript, "go": .go, "java": .java,
    "kt": .java, "kts": .java, "scala": .java, "rs": .rust, "swift": .swift, "sh": .shell,
    "bash": .shell, "zsh": .shell, "ksh": .shell, "yaml": .yaml, "yml": .yaml, "toml": .ini,
    "cfg": .ini, "ini": .ini, "conf": .ini, "properties": .ini, "c": .c, "h": .c, "cc": .c,
    "cpp": .c, "cxx": .c, "hpp": .c, "rb": .ruby, "rake": .ruby,
  ]
}
