import FoundationEssentials
import Glibc
import Kernel
import Policy
import ProductData
import Sandbox
import Scanning
import TestSupport

@testable import Verification

/// A host project in a scratch folder and the machine that its trials run on.
struct Lab {
  let scratch: Scratch
  let machine: TrialMachine

  /// Writes a project.
  init(_ files: [String: String]) throws {
    scratch = try Scratch("trials")
    for (path, text) in files { try scratch.write(text, to: "project/\(path)") }
    machine = try Self.machine()
  }

  var project: BytePath { BytePath(scratch.url.appending(path: "project").path) }

  /// A copy of the project to try on.
  func copy() throws -> WorkCopy {
    try WorkCopy(of: project, in: BytePath(scratch.url.path))
  }

  /// The machine, with whatever layers of protection it has.
  static func machine() throws -> TrialMachine {
    let launcher = Executables.shared.sentinel.deletingLastPathComponent()
      .appending(path: "sentinel-launch")
    let host = try HostFacts.read(launcher: BytePath(launcher.path))
    guard let document = ProductData.document(named: "fix", in: ProductData.profileArchives) else {
      throw CocoaError(.fileNoSuchFile)
    }
    let archive = try ProfileArchive(reading: Array(document.text.description.utf8))
    return TrialMachine(host: host, profile: archive.profile, isolation: .available)
  }

  /// Whether a sandbox finds pytest among the toolchains of the caller or of the system.
  static func hasPytest() async throws -> Bool {
    let lab = try Lab(["a": ""])
    let words = ["python3", "-m", "pytest", "--version"].map { Array($0.utf8) }
    let record = await TrialRun(on: try lab.copy(), machine: lab.machine).run(
      .init(words, milliseconds: 30_000))
    return record.ending == .exited(0)
  }

  /// Bandit and ruff as the user has installed them; nil when one is missing.
  static func scanners() -> Scanners? {
    guard let host = try? machine().host else { return nil }
    let sources = ProductData.tools.map { document in
      ToolSet.Source(
        file: document.name.description, descriptor: Array(document.text.description.utf8)
      ) { name in
        ProductData.toolLocks.first { "\($0.name).lock" == name }
          .map { Array($0.text.description.utf8) }
      }
    }
    let folder = ToolFolder(data: host.folders.data.bytes)
    let packs = Dictionary(
      uniqueKeysWithValues: ProductData.rulePacks.map {
        ($0.name.description, Array($0.text.description.utf8))
      })
    guard let tools = try? ToolSet(reading: sources, rulePacks: packs) else { return nil }
    let chosen = ["bandit", "ruff"].compactMap { name -> ChosenTool? in
      guard let tool = tools[name], let found = try? folder.locate(tool) else { return nil }
      return ChosenTool(tool, .success(found))
    }
    let runner = SandboxToolRunner(host: host, isolation: .available) { name in
      guard let document = ProductData.profileArchives.first(where: { "\($0.name)" == name }) else {
        throw CocoaError(.fileNoSuchFile)
      }
      return try ProfileArchive(reading: Array(document.text.description.utf8)).profile
    }
    return chosen.count == 2 ? Scanners(tools: chosen, runner: runner) : nil
  }

  /// A shop whose discount begins one piece too late, with tests that only need the standard library.
  static let shop = [
    "shop/__init__.py": "",
    "shop/pricing.py": """
    \"\"\"Prices of orders.\"\"\"

    BULK_THRESHOLD = 100


    def line_total(quantity, price):
        \"\"\"The price of one line; 100 pieces or more are ten per cent cheaper.\"\"\"
        total = quantity * price
        if quantity > BULK_THRESHOLD:
            total = total * 0.9
        return round(total, 2)


    def shipping(total):
        \"\"\"What sending costs; nothing from 50 on.\"\"\"
        if total >= 50:
            return 0.0
        return 4.9

    """,
    "tests/__init__.py": "",
    "tests/test_pricing.py": """
    import unittest

    from shop.pricing import line_total, shipping


    class PricingTests(unittest.TestCase):
        def test_small_order(self):
            self.assertEqual(line_total(3, 2.5), 7.5)

        def test_bulk_starts_at_threshold(self):
            self.assertEqual(line_total(100, 2), 180.0)

        def test_bulk_above_threshold(self):
            self.assertEqual(line_total(150, 2), 270.0)

        def test_shipping(self):
            self.assertEqual(shipping(49.99), 4.9)
            self.assertEqual(shipping(50), 0.0)

    """,
  ]
}
