internal import Kernel

/// One process to start: its scratch folder is filled, its command complete.
struct PreparedBatch: Sendable {
  /// What the sandbox is asked to run.
  let invocation: ToolInvocation
  /// What the tool is given.
  let inputs: [ToolInput]
  /// What must fire in its report.
  let canaries: [ToolDescriptor.Canary]
  /// Leads back from what the tool prints.
  let index: PathIndex
}

/// Fills scratch folders and builds commands for the batches of one tool.
struct BatchPreparation {
  let descriptor: ToolDescriptor
  let installed: InstalledTool
  let rules: RulePacks
  let tree: FileTree

  /// The most bytes of file arguments in one command; the kernel takes 2 MiB with the environment.
  static let argumentBytes = 512 << 10

  /// Cuts the input of a tool into pieces that one process can be given.
  static func pieces(_ entries: [FileEntry], batchFiles: Int) -> [[FileEntry]] {
    var pieces: [[FileEntry]] = []
    var piece: [FileEntry] = []
    var bytes = 0
    for entry in entries {
      let cost = entry.path.bytes.count + 16
      if !piece.isEmpty, piece.count >= batchFiles || bytes + cost > argumentBytes {
        pieces.append(piece)
        piece = []
        bytes = 0
      }
      piece.append(entry)
      bytes += cost
    }
    if !piece.isEmpty { pieces.append(piece) }
    return pieces
  }

  /// Prepares one batch in a new scratch folder; files whose copy fails are left out and stay
  /// unseen.
  ///
  /// - Throws: `failed` when the scratch folder cannot be filled.
  func batch(_ entries: [FileEntry], scratch: [UInt8]) throws(ScanError) -> PreparedBatch {
    let kinds = descriptor.kinds(among: entries)
    let canaries = kinds.map(\.canary)
    let places = canaries.map { scratch + Array("/canary/\($0.name)".utf8) }
    let rulesPath = scratch + Array("/rules.json".utf8)
    do throws(KernelFailure) {
      for folder in ["home", "copies", "canary"] {
        try FileSystem.makeFolder(BytePath(scratch).appending(folder), mode: 0o700)
      }
      for (name, text) in descriptor.command.files {
        try write(scratch + Array("/\(name)".utf8), Array(text.utf8))
      }
      for (canary, place) in zip(canaries, places) { try write(place, Array(canary.text.utf8)) }
      if descriptor.hasRulePacks {
        try write(rulesPath, rules.merged(kinds.compactMap(\.rulePack)))
      }
    } catch {
      throw ScanError(
        .failed,
        "cannot write \(error.object): \(error.reason); free space or choose another folder",
        context: descriptor.name)
    }
    let inputs = entries.enumerated().compactMap { number, entry in
      try? input(entry, number: number, scratch: scratch)
    }
    let invocation = invocation(inputs.map(\.argument) + places, scratch, rulesPath)
    return PreparedBatch(
      invocation: invocation,
      inputs: inputs,
      canaries: canaries,
      index: PathIndex(
        root: invocation.workingFolder, inputs: inputs,
        canaries: Dictionary(uniqueKeysWithValues: zip(canaries.map(\.name), places))))
  }

  private func input(
    _ entry: FileEntry, number: Int, scratch: [UInt8]
  ) throws(KernelFailure) -> ToolInput {
    guard descriptor.needsCopy(of: entry) else { return ToolInput(inPlace: entry) }
    let name = descriptor.copyName(of: entry, number: number)
    let path = scratch + Array("/copies/\(name)".utf8)
    try write(path, descriptor.copyContent(try tree.content(of: entry)))
    return ToolInput(entry, copiedTo: path)
  }

  private func invocation(
    _ files: [[UInt8]], _ scratch: [UInt8], _ rulesPath: [UInt8]
  ) -> ToolInvocation {
    let values: [ArgumentTemplate.Placeholder: [UInt8]] = [
      .tree: tree.root, .scratch: scratch, .rules: rulesPath, .install: installed.folder,
    ]
    let arguments = descriptor.command.arguments.flatMap { template in
      template.isFiles ? files : [template.filled(values)]
    }
    return ToolInvocation(
      tool: descriptor.name, arguments: installed.command + arguments,
      environment: descriptor.command.environment.mapValues { $0.filled(values) },
      workingFolder: descriptor.command.startsInScratch ? scratch : tree.root,
      readable: [tree.root] + installed.readable, writable: [scratch],
      profile: descriptor.command.profile, network: .named(descriptor.network),
      limits: ToolInvocation.Limits(
        wallMilliseconds: descriptor.command.wallMilliseconds,
        memoryBytes: descriptor.command.memoryBytes))
  }

  private func write(_ path: [UInt8], _ content: [UInt8]) throws(KernelFailure) {
    try FileSystem.write(content, to: BytePath(path), mode: 0o600, durable: false)
  }
}
