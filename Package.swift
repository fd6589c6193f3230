// swift-tools-version: 6.3
import PackageDescription

// The folders of Sources/ are the floors of the architecture. A target may depend on its own floor,
// without circles, and on the floors above it in this file; ARCHITECTURE.md's table names what each
// may import, and Scripts/check-graph compares the two.

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

/// A Swift library of a floor.
func library(_ path: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(
    name: name(of: path), dependencies: dependencies, path: "Sources/\(path)", swiftSettings: strict
  )
}

/// A Swift program.
func program(
  _ path: String, _ dependencies: [Target.Dependency], linkerSettings: [LinkerSetting] = []
) -> Target {
  .executableTarget(
    name: name(of: path), dependencies: dependencies, path: "Sources/\(path)",
    swiftSettings: strict, linkerSettings: linkerSettings)
}

/// Headers of a C library that the system brings.
func system(_ path: String, pkgConfig: String, package: String) -> Target {
  .systemLibrary(
    name: name(of: path), path: "Sources/\(path)", pkgConfig: pkgConfig,
    providers: [.apt([package])])
}

/// The tests of a target, or of several.
func tests(_ path: String, _ dependencies: [Target.Dependency]) -> Target {
  .testTarget(
    name: name(of: path), dependencies: dependencies, path: "Tests/\(path)", swiftSettings: strict)
}

/// Swift code that several test targets share.
func testKit(_ path: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(
    name: name(of: path), dependencies: dependencies, path: "Tests/\(path)", swiftSettings: strict)
}

/// A Swift program that only tests run.
func testProgram(_ name: String, _ path: String, _ dependencies: [Target.Dependency]) -> Target {
  .executableTarget(
    name: name, dependencies: dependencies, path: "Tests/\(path)", swiftSettings: strict)
}

func name(of path: String) -> String { String(path.split(separator: "/").last ?? "") }

let argumentParser = Target.Dependency.product(
  name: "ArgumentParser", package: "swift-argument-parser")

// MARK: Base: what every floor may use

let base: [Target] = [
  // Records and system calls that launcher and Swift share; no logic
  .target(name: "CKernel", path: "Sources/Base/CKernel", cSettings: strictC),
  // SHA-256 for plans, filters, fingerprints and pinned tools; SHA-1 for git's object names
  .target(
    name: "CDigest", path: "Sources/Base/CDigest", cSettings: strictC + [.unsafeFlags(["-O2"])]),
  system("Base/CSeccomp", pkgConfig: "libseccomp", package: "libseccomp-dev"),
  system("Base/CYAML", pkgConfig: "yaml-0.1", package: "libyaml-dev"),
  // JSON, text made safe to show, digests
  library("Base/Text", ["CDigest"]),
  // YAML read with the place of every mistake
  library("Base/YAML", ["CYAML", "Text"]),
  // XML read strictly, expanding nothing
  library("Base/XML"),
  library("Base/Kernel", ["CKernel", "Text"]),
  library("Base/Patches", ["Text"]),
]

// MARK: Sandbox: from a policy to a confined process

let sandbox: [Target] = [
  // Supervisor, init and payload set-up; knows no policy
  .executableTarget(
    name: "sentinel-launch",
    dependencies: ["CDigest", "CKernel"],
    path: "Sources/Sandbox/sentinel-launch",
    cSettings: strictC + [.unsafeFlags(["-O2"]), .headerSearchPath(".")],
    linkerSettings: staticC + [
      .linkedLibrary("json-c"), .linkedLibrary("cap"),
      .unsafeFlags(["-Xlinker", "-e", "-Xlinker", "sentinel_entry"]),
    ]),
  library("Sandbox/Egress", ["Kernel", "Text"]),
  // Profiles, system-call groups, filters and their checker
  library("Sandbox/Policy", ["CSeccomp", "Egress", "Text", "YAML"]),
  library(
    "Sandbox/EgressBroker",
    [
      "Egress", "Kernel", "CKernel",
      .product(name: "NIOCore", package: "swift-nio"),
      .product(name: "NIOEmbedded", package: "swift-nio"),
      .product(name: "NIOTLS", package: "swift-nio"),
      .product(name: "NIOSSL", package: "swift-nio-ssl"),
      .product(name: "Crypto", package: "swift-crypto"),
      .product(name: "SwiftASN1", package: "swift-asn1"),
      .product(name: "X509", package: "swift-certificates"),
    ]),
  library(
    "Sandbox/Sandbox",
    ["CDigest", "CKernel", "Egress", "Kernel", "Patches", "Policy", "Text", "YAML"]),
  // Profiles, tool descriptors and rule packs as literals, which a plug-in generates before the build
  .target(
    name: "ProductData", path: "Sources/Sandbox/ProductData",
    exclude: ["profiles", "rules", "tools"], swiftSettings: strict,
    plugins: [.plugin(name: "EmbedProductData")]),
  .plugin(
    name: "EmbedProductData", capability: .buildTool(), dependencies: ["embed-product-data"],
    path: "Sources/Sandbox/EmbedProductData"),
  program("Sandbox/embed-product-data", ["Policy", "Text", "YAML"]),
]

// MARK: Scan: from a tree to findings and reports

let scan: [Target] = [
  library("Scan/Findings", ["Text"]),
  // Ecosystems, the order of their versions, and which versions an advisory affects
  library("Scan/Advisories", ["Kernel", "Text", "YAML"]),
  // Lock files and manifests, read as packages in their versions
  library("Scan/Packages", ["Advisories", "Text", "YAML"]),
  // Reports of other tools, read by mappings that are data
  library("Scan/Reports", ["Findings", "Text", "XML", "YAML"]),
  library(
    "Scan/Scanning",
    [
      "Advisories", "Egress", "Findings", "Kernel", "Packages", "Policy", "Sandbox", "Text", "YAML",
    ]),
]

// MARK: Heal: from a signal to a proven proposal

let heal: [Target] = [
  system("Heal/CCurl", pkgConfig: "libcurl", package: "libcurl4-openssl-dev"),
  library("Heal/Connectors", ["CCurl", "Text"]),
  library("Heal/Signals", ["Findings", "Text", "XML"]),
  library("Heal/Judging", ["Patches", "Text"]),
  library("Heal/Healing", ["Findings", "Judging", "Patches", "Signals", "Text"]),
  library(
    "Heal/Memory",
    ["Healing", "Kernel", "Patches", "Text", .product(name: "GRDB", package: "GRDB.swift")]),
  library("Heal/Autonomy", ["Text"]),
  library("Heal/Git", ["CDigest", "Kernel", "Text"]),
  library(
    "Heal/Verification",
    [
      "Findings", "Git", "Healing", "Judging", "Kernel", "Patches", "Policy", "Sandbox", "Scanning",
      "Signals", "Text", "YAML",
    ]),
  library(
    "Heal/Actors",
    [
      "Connectors", "Findings", "Git", "Healing", "Judging", "Kernel", "Patches", "Policy",
      "ProductData", "Sandbox", "Scanning", "Signals", "Text", "YAML",
    ]),
  library("Heal/Audit", ["Kernel", .product(name: "Crypto", package: "swift-crypto")]),
  library("Heal/State", ["Audit", "Autonomy", "Kernel", "Policy", "Sandbox", "Text", "YAML"]),
  library(
    "Heal/Proposals",
    [
      "Audit", "Autonomy", "Connectors", "Findings", "Git", "Healing", "Judging", "Kernel",
      "Patches", "Signals", "State", "Text",
      .product(name: "CryptoExtras", package: "swift-crypto"),
    ]),
]

// MARK: Programs: parse, call, render; decide nothing

let programs: [Target] = [
  // What the programs share: streams, documents, exit codes, the machine, shipped profiles and tools
  library(
    "Programs/CommandSupport",
    ["Kernel", "Policy", "ProductData", "Sandbox", "Scanning", "YAML", argumentParser]),
  // The network broker's process, outside the sandbox
  program("Programs/sentinel-egress", ["EgressBroker"], linkerSettings: staticSwift),
  // The commands about fixes, which `sentinel` executes in its place
  program(
    "Programs/sentinel-heal",
    [
      "Actors", "Audit", "Autonomy", "CommandSupport", "Connectors", "Findings", "Git", "Healing",
      "Judging", "Kernel", "Memory", "Patches", "Policy", "ProductData", "Proposals", "Sandbox",
      "Scanning", "Signals", "State", "Text", "Verification", "YAML", argumentParser,
    ]),
  program(
    "Programs/sentinel",
    [
      "Advisories", "CommandSupport", "Egress", "Findings", "Kernel", "Policy", "ProductData",
      "Reports", "Sandbox", "Scanning", "Text", "YAML", argumentParser,
    ],
    linkerSettings: staticSwift),
]

// MARK: Tests, on the same floors

let baseTests: [Target] = [
  testKit("Base/TestSupport", ["Kernel"]),
  tests("Base/KernelTests", ["Kernel", "Text"]),
  tests("Base/PatchesTests", ["Patches"]),
  tests("Base/TextTests", ["Text"]),
]

let sandboxTests: [Target] = [
  .executableTarget(
    name: "sentinel-probe", path: "Tests/Sandbox/Probe", cSettings: strictC, linkerSettings: staticC
  ),
  .executableTarget(
    name: "sentinel-faults", path: "Tests/Sandbox/Faults", cSettings: strictC,
    linkerSettings: staticC),
  .target(name: "NetworkSpace", path: "Tests/Sandbox/NetworkSpace", cSettings: strictC),
  testKit("Sandbox/EgressTestKit", ["Egress", "Patches"]),
  testProgram("egress-fuzz", "Sandbox/EgressFuzz", ["EgressTestKit"]),
  tests(
    "Sandbox/SandboxTests",
    ["CKernel", "Egress", "Kernel", "Policy", "Sandbox", "Text", "YAML"]),
  tests(
    "Sandbox/ProductDataTests",
    ["Policy", "ProductData", "Sandbox", "Text", "YAML", "embed-product-data"]),
  tests("Sandbox/EgressTests", ["Egress", "EgressTestKit", "Kernel"]),
  tests(
    "Sandbox/EgressBrokerTests",
    [
      "Egress", "EgressBroker", "EgressTestKit", "Kernel", "CKernel", "NetworkSpace",
      "TestSupport", "sentinel-egress",
    ]),
  tests(
    "Sandbox/SecurityTests",
    [
      "Kernel", "Policy", "Sandbox", "TestSupport", "YAML", "sentinel", "sentinel-egress",
      "sentinel-faults", "sentinel-launch", "sentinel-probe",
    ]),
]

let scanTests: [Target] = [
  tests("Scan/FindingsTests", ["CDigest", "Findings", "Text"]),
  tests("Scan/AdvisoriesTests", ["Advisories", "Kernel"]),
  tests("Scan/PackagesTests", ["Advisories", "Packages", "Text", "YAML"]),
  tests("Scan/ReportsTests", ["Findings", "Kernel", "ProductData", "Reports", "Text", "YAML"]),
  tests(
    "Scan/ScanningTests",
    [
      "Advisories", "Egress", "Findings", "Kernel", "Packages", "Policy", "ProductData", "Sandbox",
      "Scanning", "Text", "YAML",
    ]),
]

let healTests: [Target] = [
  testKit("Heal/InjectionCorpus"),
  testKit(
    "Heal/GitTestKit",
    ["Kernel", "Policy", "ProductData", "Sandbox", "TestSupport", "Verification"]),
  testKit("Heal/ModelTestKit", ["Connectors", "TestSupport", "Text"]),
  testKit("Heal/CheatCases", ["Judging", "Patches", "ProductData"]),
  testProgram(
    "cheat-matrix", "Heal/CheatMatrix",
    [
      "CheatCases", "CommandSupport", "Healing", "Judging", "Kernel", "Patches", "Sandbox",
      "Scanning", "Signals", "Verification", "sentinel-launch",
    ]),
  testProgram("signals-fuzz", "Heal/SignalsFuzz", ["Signals"]),
  testProgram("audit-writer", "Heal/AuditWriter", ["Audit", "Kernel"]),
  tests(
    "Heal/ActorsTests",
    [
      "Actors", "Connectors", "Findings", "Git", "GitTestKit", "Healing", "Judging", "Kernel",
      "ModelTestKit", "Patches", "Policy", "ProductData", "Sandbox", "Scanning", "Signals",
      "TestSupport", "Text", "Verification", "sentinel-launch",
    ]),
  tests("Heal/AuditTests", ["Audit", "Kernel", "TestSupport", "audit-writer"]),
  tests("Heal/AutonomyTests", ["Autonomy", "Text"]),
  tests("Heal/ConnectorsTests", ["Connectors", "ModelTestKit", "Text"]),
  tests(
    "Heal/GitTests",
    [
      "Git", "GitTestKit", "InjectionCorpus", "Kernel", "TestSupport", "Verification",
      "sentinel-launch",
    ]),
  tests(
    "Heal/HealingTests",
    ["Findings", "Healing", "InjectionCorpus", "Judging", "Patches", "Signals", "Text"]),
  tests(
    "Heal/JudgingTests",
    ["CheatCases", "InjectionCorpus", "Judging", "Patches", "ProductData", "Text"]),
  tests("Heal/MemoryTests", ["Healing", "Kernel", "Memory", "TestSupport"]),
  tests(
    "Heal/ProposalsTests",
    [
      "Audit", "Autonomy", "Connectors", "Findings", "Git", "GitTestKit", "Healing", "Judging",
      "Kernel", "Patches", "Proposals", "Signals", "State", "TestSupport", "Text", "Verification",
      "sentinel-launch",
    ]),
  tests("Heal/SignalsTests", ["Findings", "InjectionCorpus", "Signals", "Text"]),
  tests(
    "Heal/StateTests", ["Audit", "Autonomy", "Kernel", "Sandbox", "State", "TestSupport", "YAML"]),
  tests(
    "Heal/VerificationTests",
    [
      "Findings", "Healing", "Judging", "Kernel", "Patches", "Policy", "ProductData", "Sandbox",
      "Scanning", "Signals", "TestSupport", "Text", "Verification", "sentinel-launch",
    ]),
]

let programTests: [Target] = [
  tests(
    "Programs/SentinelTests",
    [
      "Connectors", "ModelTestKit", "Sandbox", "TestSupport", "Text", "sentinel", "sentinel-heal",
      "sentinel-launch", argumentParser,
    ])
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
  targets: base + sandbox + scan + heal + programs
    + baseTests + sandboxTests + scanTests + healTests + programTests,
  swiftLanguageModes: [.v6]
)
