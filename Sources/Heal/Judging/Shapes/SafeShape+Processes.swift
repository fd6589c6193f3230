internal import Patches

extension SafeShape {
  /// Ways to run a command line that need no `shell=True`.
  private static let shellCalls: Set<String> = [
    "os.system", "os.popen", "subprocess.getoutput", "subprocess.getstatusoutput",
    "asyncio.create_subprocess_shell", "pty.spawn", "popen2.popen2", "commands.getoutput",
  ]

  /// What the standard library does itself for which others start a program.
  private static let library = [
    "tarfile", "zipfile", "gzip", "glob", "pathlib", "shutil.make_archive",
    "shutil.unpack_archive", "shutil.copy", "shutil.copy2", "shutil.copyfile", "shutil.copytree",
    "shutil.move", "shutil.rmtree", "shutil.disk_usage", "os.listdir", "os.scandir", "os.walk",
    "os.mkdir", "os.makedirs", "os.rename", "os.replace", "os.remove", "os.unlink", "os.rmdir",
    "os.stat", "os.uname", "os.cpu_count", "os.utime", "platform", "socket.gethostname",
  ]

  static func noShell(_ region: ShapeRegion) -> ShapeReading {
    var reading = ShapeReading()
    var starts = 0
    for call in region.calls {
      if shellCalls.contains(call.name) {
        reading.unsafe += 1
        continue
      }
      guard call.name.hasPrefix("subprocess."),
        let command = call.positional.first ?? call.named["args"]
      else { continue }
      starts += 1
      let start = ProcessStart(call, command: command, in: region)
      if start.isUnsafe { reading.unsafe += 1 } else { reading.safe += 1 }
      if let doubt = start.doubt { reading.doubts.append(doubt) }
    }
    // Without a program there must be something else that does the work.
    if starts == 0, reading.unsafe == 0 { reading.safe += region.count(library) }
    return reading
  }
}

/// A call of `subprocess` and what it makes of the words that it is given.
private struct ProcessStart {
  private let region: ShapeRegion
  /// The tokens of the command, with those of the names in it.
  private let tokens: [CodeToken]
  /// The strings among them, as the program would see them.
  private let words: [String]
  /// The first word without its folder; nil when it is not known.
  private let program: String?
  private(set) var isUnsafe = false
  private(set) var doubt: String?

  private static let shells: Set<String> = [
    "sh", "bash", "zsh", "dash", "ksh", "ash", "csh", "tcsh", "fish", "rbash", "busybox", "toybox",
    "cmd", "cmd.exe", "powershell", "powershell.exe", "pwsh",
  ]
  private static let interpreters: Set<String> = [
    "python", "perl", "ruby", "node", "deno", "bun", "php", "lua", "tclsh", "osascript", "Rscript",
  ]
  /// Programs that take a command or code as one of their words (as listed by GTFOBins).
  private static let evaluators: Set<String> = [
    "env", "xargs", "parallel", "awk", "gawk", "mawk", "nawk", "ssh", "su", "sudo", "doas",
    "script", "watch", "expect", "make", "m4", "ed", "ex", "vi", "vim", "at", "batch", "nice",
    "nohup", "timeout", "setsid", "stdbuf", "time", "flock", "strace", "chroot", "unshare",
    "nsenter", "systemd-run", "eval", "exec", "find", "gdb", "socat", "nc",
  ]
  /// Options by which well-known programs start others (as listed by GTFOBins).
  private static let starters = [
    "--checkpoint-action", "--to-command", "--use-compress-program", "--rsh", "--rsh-command",
    "--rmt-command", "--info-script", "--new-volume-script", "--upload-pack", "--receive-pack",
    "--compress-program", "--use-askpass", "-exec", "-execdir", "-ok", "-okdir", "-oProxyCommand",
    "ProxyCommand", "core.sshCommand", "core.pager",
  ]

  init(_ call: PythonCall, command: [CodeToken], in region: ShapeRegion) {
    self.region = region
    tokens = region.resolved(command)
    words = tokens.compactMap(\.stringValue)
    program = Self.program(of: command, region)
    isUnsafe = isGivenAShell(call) || isOneText(command) || runsCode || startsAnother
    if isUnsafe { return }
    if isPutTogether(command) {
      doubt = "the program is put together"
    } else if tokens.first?.is("[") ?? false, tokens.contains(where: { $0.is("split") }) {
      doubt = "a value is split into words"
    } else if let program, !isNamedBefore(program) {
      isUnsafe = Self.evaluators.contains(program)
      doubt = "starts \(program), which the command before did not"
    }
  }

  /// `shell=True` in whatever way, or a shell in place of the program.
  private func isGivenAShell(_ call: PythonCall) -> Bool {
    func isFalse(_ value: [CodeToken]) -> Bool { value.count == 1 && value[0].is("False") }
    if let shell = call.named["shell"], !isFalse(shell) { return true }
    let positional = call.positional
    // Popen(args, bufsize, executable, stdin, stdout, stderr, preexec_fn, close_fds, shell)
    if positional.count > 8, !isFalse(positional[8]) { return true }
    if positional.contains(where: { $0.first?.is("**") ?? false || $0.first?.is("*") ?? false }) {
      return true
    }
    let executable = call.named["executable"] ?? (positional.count > 2 ? positional[2] : nil)
    guard let executable, !(executable.count == 1 && executable[0].is("None")) else { return false }
    guard let text = region.literal(executable) else { return true }
    return Self.shells.contains(Self.base(text))
  }

  /// A text with holes, or one put together, where a list belongs: its values become words.
  private func isOneText(_ command: [CodeToken]) -> Bool {
    let all = command.count == 1 ? tokens : command
    if all.first?.is("[") ?? false
      || all.first?.is("(") ?? false && all.contains(where: { $0.is(",") })
    {
      return false
    }
    if all.contains(where: { $0.kind == .holedString }) {
      // A list that a helper makes is seen in the helper.
      return !all.contains { $0.is("[") }
    }
    return all.contains { $0.kind == .string }
      && all.contains { $0.is("+") || $0.is("%") || $0.is("format") || $0.is("join") }
      && !all.contains { $0.is("[") }
  }

  /// A shell, or an interpreter that is given code.
  private var runsCode: Bool {
    let hasCode = words.contains(where: Self.isCodeOption)
    let names = words.map(Self.base)
    if names.contains(where: { Self.shells.contains($0) && (hasCode || !isNamedBefore($0)) }) {
      return true
    }
    let isInterpreter =
      program.map(Self.interpreters.contains) ?? false
      || names.contains(where: Self.interpreters.contains) || usesOwnInterpreter
    return isInterpreter && hasCode
      || names.contains("env") && words.contains { $0 == "-S" || $0.hasPrefix("--split-string") }
  }

  private var usesOwnInterpreter: Bool {
    tokens.indices.dropLast(2).contains { index in
      tokens[index].is("sys") && tokens[index + 2].is("executable")
    }
  }

  private static func isCodeOption(_ word: String) -> Bool {
    if ["-e", "-E", "-r", "-S", "--eval", "--command", "-Command", "/c", "/C"].contains(word) {
      return true
    }
    // -c, also behind other letters: -ec, -lc.
    return word.hasPrefix("-") && word.hasSuffix("c") && word.count <= 4
      && word.dropFirst().allSatisfy(\.isLetter)
  }

  private var startsAnother: Bool {
    words.contains { word in
      Self.starters.contains { word.hasPrefix($0) } && !region.mentionedBefore(word)
        || ["tar", "bsdtar"].contains(program) && word == "-I" && !region.mentionedBefore("-I")
    }
  }

  private func isPutTogether(_ command: [CodeToken]) -> Bool {
    let first = Self.first(of: region.resolved(command))
    return first.contains { $0.is("join") || $0.is("+") || $0.is("format") || $0.is("%") }
      || first.count > 1 && first.contains { $0.kind == .holedString }
  }

  private func isNamedBefore(_ name: String) -> Bool { region.mentionedBefore(name) }

  /// The tokens of the first element of a list; all tokens of anything else.
  private static func first(of tokens: [CodeToken]) -> [CodeToken] {
    guard let open = tokens.first, open.is("[") || open.is("(") else { return tokens }
    var depth = 0
    return Array(
      tokens.dropFirst().prefix { token in
        if token.kind == .op, ["(", "[", "{"].contains(token.text) { depth += 1 }
        if token.kind == .op, [")", "]", "}"].contains(token.text) { depth -= 1 }
        return depth >= 0 && !(depth == 0 && token.is(","))
      })
  }

  private static func program(of command: [CodeToken], _ region: ShapeRegion) -> String? {
    var element = first(of: region.resolved(command))
    if element.first?.is("*") ?? false {
      element = first(of: region.resolved(Array(element.dropFirst())))
    }
    let texts = region.resolved(element).compactMap(\.stringValue)
    guard texts.count == 1, !texts[0].isEmpty else { return nil }
    let isList = command.first?.is("[") ?? false || command.count == 1
    return isList && element.first?.kind != .holedString ? base(texts[0]) : nil
  }

  /// The last part of a path, without the version of an interpreter: `python3.11` is `python`.
  private static func base(_ word: String) -> String {
    let name = word.split(separator: "/").last.map(String.init) ?? word
    let plain = String(name.prefix { $0.isLetter })
    return interpreters.contains(plain) ? plain : name
  }
}
