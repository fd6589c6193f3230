// swift-tools-version: 6.3
import PackageDescription

// Arrows point up only: a target may depend on the targets above it that ARCHITECTURE.md's table
// names, and on nothing else. Scripts/check-graph compares the two.

let strict: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .strictMemorySafety(),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableUpcomingFeature("InferIsolatedConformances"),
  .enableUpcomingFeature("ImmutableWeakCaptures"),
]

let strictC: [CSetting] = [
  .unsafeFlags([
    "-std=c23", "-Wall", "-Wextra", "-Wconversion", "-Wshadow", "-Werror",
    "-fstack-protector-strong",
  ]),
  .define("_GNU_SOURCE"),
]

// A C program that SwiftPM links needs both flags, or it drags the Swift runtime along.
let staticC: [LinkerSetting] = [.unsafeFlags(["-static-executable", "-nostartfiles"])]

// Programs that start often or in bare surroundings need no library of the system; the healer's need
// libcurl and SQLite, which its distribution keeps mended.
let staticSwift: [LinkerSetting] = [
  .unsafeFlags(["-static-executable"], .when(configuration: .release))
]

let package = Package(
  name: "sentinel",
  products: [
    .executable(name: "sentinel", targets: ["sentinel"]),
    .executable(name: "sentinel-launch", targets: ["sentinel-launch"]),
    .executable(name: "sentinel-egress", targets: ["sentinel-egress"]),
    .executable(name: "sentinel-heal", targets: ["sentinel-heal"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
    .package(url: "https://github.com/apple/swift-asn1", exact: "1.7.4"),
    .package(url: "https://github.com/apple/swift-certificates", exact: "1.21.1"),
    .package(url: "https://github.com/apple/swift-crypto", exact: "4.5.2"),
    .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-ssl", exact: "2.37.6"),
    .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
  ],
  targets: [
    // MARK: C ground: records and system calls shared by launcher and Swift; no logic
    .target(name: "CKernel", cSettings: strictC),

    // MARK: SHA-256, the one digest that plans, filters, fingerprints and pinned tools use
    .target(name: "CDigest", cSettings: strictC + [.unsafeFlags(["-O2"])]),

    // MARK: libseccomp, which compiles the filters ahead of time
    .systemLibrary(
      name: "CSeccomp", pkgConfig: "libseccomp", providers: [.apt(["libseccomp-dev"])]),

    // MARK: libyaml, whose events carry the line of every mistake
    .systemLibrary(name: "CYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"])]),

    // MARK: libcurl, which speaks to services outside
    .systemLibrary(
      name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),

    // MARK: The launcher: supervisor, init and payload set-up; knows no policy
    .executableTarget(
      name: "sentinel-launch",
      dependencies: ["CKernel"],
      cSettings: strictC + [.unsafeFlags(["-O2"]), .headerSearchPath(".")],
      linkerSettings: staticC + [
        .linkedLibrary("json-c"), .linkedLibrary("cap"),
        .unsafeFlags(["-Xlinker", "-e", "-Xlinker", "sentinel_entry"]),
      ]),

    // MARK: Descriptors, byte paths, spawn, pidfd wait, errno
    .target(name: "Kernel", dependencies: ["CKernel"], swiftSettings: strict),

    // MARK: Finding model, fingerprints, correlation, report formats; pure
    .target(name: "Findings", dependencies: ["CDigest"], swiftSettings: strict),

    // MARK: Reports of any tool to signals, tests and incidents; pure
    .target(name: "Signals", dependencies: ["Findings"], swiftSettings: strict),

    // MARK: Candidate patches: strict readers, all-or-nothing application, code tokens; pure
    .target(name: "Patches", dependencies: ["Findings"], swiftSettings: strict),

    // MARK: The judge: a constitution as data, evaluated over a base and a patch; pure
    .target(name: "Judging", dependencies: ["Patches", "Findings"], swiftSettings: strict),

    // MARK: The healer's own terms: cases, attempts, budget, the parts that a run puts together; pure
    .target(
      name: "Healing", dependencies: ["Findings", "Judging", "Patches", "Signals"],
      swiftSettings: strict),

    // MARK: What is known of earlier cases: SQLite
    .target(
      name: "Store",
      dependencies: [
        "Findings", "Healing", "Kernel", "Patches", .product(name: "GRDB", package: "GRDB.swift"),
      ],
      swiftSettings: strict),

    // MARK: Product data: profiles, tool descriptors and rule packs as literals in the binary
    .target(
      name: "ProductData", exclude: ["profiles", "rules", "tools"],
      swiftSettings: strict, plugins: [.plugin(name: "EmbedProductData")]),

    // MARK: Runs the generator below before ProductData is compiled
    .plugin(
      name: "EmbedProductData", capability: .buildTool(), dependencies: ["embed-product-data"],
      path: "Sources/EmbedProductData"),

    // MARK: The generator: YAML files to Swift literals, rule packs and resolved profiles; no product
    .executableTarget(
      name: "embed-product-data", dependencies: ["Sandbox", "CYAML"], swiftSettings: strict),

    // MARK: Names, rules, parsers and budgets of the network; pure
    .target(name: "Egress", dependencies: ["Kernel"], swiftSettings: strict),

    // MARK: Profile to plan, filters, limits, workspace, run, result, doctor
    .target(
      name: "Sandbox",
      dependencies: ["Kernel", "CKernel", "CDigest", "CSeccomp", "CYAML", "Egress", "Patches"],
      swiftSettings: strict),

    // MARK: Sockets of the network broker: listeners, name lookups, relay, its own confinement
    .target(
      name: "EgressBroker",
      dependencies: [
        "Egress", "Kernel", "CKernel",
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOEmbedded", package: "swift-nio"),
        .product(name: "NIOTLS", package: "swift-nio"),
        .product(name: "NIOSSL", package: "swift-nio-ssl"),
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "SwiftASN1", package: "swift-asn1"),
        .product(name: "X509", package: "swift-certificates"),
      ],
      swiftSettings: strict),

    // MARK: The network broker's process, outside the sandbox
    .executableTarget(
      name: "sentinel-egress", dependencies: ["EgressBroker"], swiftSettings: strict,
      linkerSettings: staticSwift),

    // MARK: Tool descriptors, provisioning, scheduling, coverage, gate
    .target(
      name: "Scanning",
      dependencies: ["Sandbox", "Egress", "Findings", "Kernel", "CDigest", "CYAML"],
      swiftSettings: strict),

    // MARK: Levels, track records, evidence, demotion, decisions; pure
    .target(name: "Autonomy", swiftSettings: strict),

    // MARK: Git work and proposals
    .target(name: "Forge", dependencies: ["CDigest", "Kernel"], swiftSettings: strict),

    // MARK: Evidence: a work copy, tests and scanners in sandboxes, hidden checks, mutants
    .target(
      name: "Trials",
      dependencies: [
        "Findings", "Forge", "Healing", "Judging", "Kernel", "Patches", "Sandbox", "Scanning",
        "Signals",
      ],
      swiftSettings: strict),

    // MARK: Services outside: HTTP, language models
    .target(name: "Connectors", dependencies: ["Findings", "CCurl"], swiftSettings: strict),

    // MARK: Who proposes fixes
    .target(
      name: "Actors",
      dependencies: [
        "Connectors", "Findings", "Forge", "Healing", "Judging", "Kernel", "Patches", "ProductData",
        "Sandbox", "Scanning", "Signals",
      ],
      swiftSettings: strict),

    // MARK: The append-only log: records, tree, signed checkpoints, proofs, exports
    .target(
      name: "Audit", dependencies: ["Kernel", .product(name: "Crypto", package: "swift-crypto")],
      swiftSettings: strict),

    // MARK: The state folder: autonomy's events in the log, its policy, the kill switch
    .target(
      name: "Ledger", dependencies: ["Audit", "Autonomy", "Kernel", "Sandbox"],
      swiftSettings: strict),

    // MARK: Proven fixes as folders, branches and pull requests, each decided and recorded
    .target(
      name: "Proposals",
      dependencies: [
        "Audit", "Autonomy", "Connectors", "Findings", "Forge", "Healing", "Judging", "Kernel",
        "Ledger", "Patches", "Signals", .product(name: "CryptoExtras", package: "swift-crypto"),
      ],
      swiftSettings: strict),

    // MARK: What the programs have in common: streams, documents, exit codes
    .target(
      name: "Terminal",
      dependencies: [
        "Kernel", .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: strict),

    // MARK: The machine, the shipped profiles and tools, as both programs use them
    .target(
      name: "Equipment",
      dependencies: ["Kernel", "ProductData", "Sandbox", "Scanning", "Terminal"],
      swiftSettings: strict),

    // MARK: The commands about fixes, which `sentinel` executes in its place
    .executableTarget(
      name: "sentinel-heal",
      dependencies: [
        "Actors", "Audit", "Autonomy", "Connectors", "Equipment", "Findings", "Forge", "Healing",
        "Judging", "Kernel", "Ledger", "Patches", "ProductData", "Proposals", "Sandbox", "Scanning",
        "Signals",
        "Store", "Terminal", "Trials",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: strict),

    // MARK: The command line: parsing and rendering, no decisions
    .executableTarget(
      name: "sentinel",
      dependencies: [
        "Kernel", "Egress", "Equipment", "Findings", "Sandbox", "Scanning", "ProductData",
        "Terminal",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: strict,
      linkerSettings: staticSwift),

    // MARK: Tests
    .executableTarget(
      name: "sentinel-probe", path: "Tests/Probe", cSettings: strictC, linkerSettings: staticC),
    .testTarget(
      name: "SecurityTests",
      dependencies: [
        "Sandbox", "TestSupport", "sentinel", "sentinel-launch", "sentinel-egress",
        "sentinel-probe",
      ],
      swiftSettings: strict),
    .target(
      name: "TestSupport", dependencies: ["Kernel"], path: "Tests/TestSupport",
      swiftSettings: strict),
    .testTarget(
      name: "SandboxTests", dependencies: ["Sandbox", "Kernel", "CKernel"], swiftSettings: strict),
    .testTarget(
      name: "SentinelTests",
      dependencies: [
        "Sandbox", "TestSupport", "sentinel", "sentinel-heal", "sentinel-launch",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: strict),
    .target(
      name: "EgressTestKit", dependencies: ["Egress", "Patches"], path: "Tests/EgressTestKit",
      swiftSettings: strict),
    .executableTarget(
      name: "egress-fuzz", dependencies: ["EgressTestKit"], path: "Tests/Fuzz",
      swiftSettings: strict),
    .testTarget(
      name: "EgressTests", dependencies: ["Egress", "EgressTestKit"], swiftSettings: strict),
    .target(name: "NetworkSpace", path: "Tests/NetworkSpace", cSettings: strictC),
    .testTarget(
      name: "EgressBrokerTests",
      dependencies: [
        "Egress", "EgressBroker", "EgressTestKit", "Kernel", "CKernel", "NetworkSpace",
        "TestSupport", "sentinel-egress",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "ActorsTests",
      dependencies: [
        "Actors", "Connectors", "Findings", "Forge", "Healing", "Judging", "Kernel",
        "ModelTestKit", "Patches", "ProductData", "Sandbox", "Scanning", "Signals", "TestSupport",
        "sentinel-launch",
      ],
      swiftSettings: strict),
    .testTarget(name: "AutonomyTests", dependencies: ["Autonomy"], swiftSettings: strict),
    .target(
      name: "ModelTestKit", dependencies: ["Connectors", "Findings", "TestSupport"],
      path: "Tests/ModelTestKit", swiftSettings: strict),
    .testTarget(
      name: "ConnectorsTests", dependencies: ["Connectors", "Findings", "ModelTestKit"],
      swiftSettings: strict),
    .testTarget(
      name: "ForgeTests", dependencies: ["Forge", "InjectionCorpus", "Kernel", "TestSupport"],
      swiftSettings: strict),
    .executableTarget(
      name: "audit-writer", dependencies: ["Audit", "Kernel"], path: "Tests/AuditWriter",
      swiftSettings: strict),
    .testTarget(
      name: "AuditTests", dependencies: ["Audit", "Kernel", "TestSupport", "audit-writer"],
      swiftSettings: strict),
    .testTarget(
      name: "LedgerTests",
      dependencies: ["Audit", "Autonomy", "Kernel", "Ledger", "Sandbox", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "ProposalsTests",
      dependencies: [
        "Audit", "Autonomy", "Connectors", "Findings", "Forge", "Healing", "Judging", "Kernel",
        "Ledger", "Patches", "Proposals", "Signals", "TestSupport",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "HealingTests",
      dependencies: ["Findings", "Healing", "InjectionCorpus", "Judging", "Patches", "Signals"],
      swiftSettings: strict),
    .testTarget(
      name: "StoreTests", dependencies: ["Healing", "Kernel", "Store", "TestSupport"],
      swiftSettings: strict),
    .testTarget(name: "KernelTests", dependencies: ["Kernel"], swiftSettings: strict),
    .testTarget(
      name: "FindingsTests", dependencies: ["Findings", "CDigest"], swiftSettings: strict),
    .executableTarget(
      name: "signals-fuzz", dependencies: ["Signals"], path: "Tests/SignalsFuzz",
      swiftSettings: strict),
    .testTarget(
      name: "SignalsTests", dependencies: ["InjectionCorpus", "Signals", "Findings"],
      swiftSettings: strict),
    .testTarget(name: "PatchesTests", dependencies: ["Patches"], swiftSettings: strict),
    .testTarget(
      name: "JudgingTests",
      dependencies: ["CheatCases", "InjectionCorpus", "Judging", "Patches", "Findings"],
      swiftSettings: strict),
    .target(
      name: "InjectionCorpus", path: "Tests/InjectionCorpus", swiftSettings: strict),
    .target(
      name: "CheatCases", dependencies: ["Judging", "Patches", "ProductData"],
      path: "Tests/CheatCases", swiftSettings: strict),
    .executableTarget(
      name: "cheat-matrix",
      dependencies: [
        "CheatCases", "Equipment", "Healing", "Judging", "Kernel", "Patches", "Sandbox", "Scanning",
        "Signals", "Trials", "sentinel-launch",
      ],
      path: "Tests/CheatMatrix", swiftSettings: strict),
    .testTarget(
      name: "ProductDataTests", dependencies: ["ProductData", "Sandbox", "embed-product-data"],
      swiftSettings: strict),
    .testTarget(
      name: "ScanningTests",
      dependencies: ["Scanning", "Sandbox", "Egress", "Findings", "Kernel"],
      swiftSettings: strict),
    .testTarget(
      name: "TrialsTests",
      dependencies: [
        "Findings", "Healing", "Judging", "Kernel", "Patches", "ProductData", "Sandbox", "Scanning",
        "Signals", "TestSupport", "Trials", "sentinel-launch",
      ],
      swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)
