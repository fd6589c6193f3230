internal import Kernel
internal import Patches
internal import Signals

/// Tests of Sentinel's own among those of the project, two of which must fail.
///
/// Code that makes a framework report success does so for what it finds; it cannot know these names,
/// which are new in every run. A report in which they do not end as they must is forged or broken.
struct CanaryTests: Sendable {
  /// The file in the tree.
  let path: PatchPath
  /// Its content.
  let content: [UInt8]
  private let mark: String

  /// Makes one beside a test file of the tree, named as such files are.
  ///
  /// - Parameter neighbour: a Python test file that the framework collects.
  init?(beside neighbour: PatchPath) {
    let mark = "q" + WorkFolder.nonce()
    let folder = neighbour.parents.last.map { $0.text + "/" } ?? ""
    let name = Self.isNamedBehind(neighbour) ? "\(mark)_test.py" : "test_\(mark).py"
    guard let path = PatchPath(folder + name) else { return nil }
    self.path = path
    self.mark = mark
    content = Array(
      """
      import unittest


      class Test\(mark)(unittest.TestCase):
          def test_a_\(mark)(self):
              self.assertEqual(1, 2)

          def test_b_\(mark)(self):
              raise LookupError("b")

          def test_c_\(mark)(self):
              self.assertEqual(2, 2)

      """.utf8)
  }

  /// Whether a file has a name that Python's runners collect, by one custom or the other.
  static func isCollected(_ path: PatchPath) -> Bool {
    path.name.hasSuffix(".py") && (path.name.hasPrefix("test_") || isNamedBehind(path))
  }

  private static func isNamedBehind(_ path: PatchPath) -> Bool {
    path.name.hasSuffix("_test.py") && !path.name.hasPrefix("test_")
  }

  /// Whether a test is one of these.
  func owns(_ name: String) -> Bool { name.contains(mark) }

  /// Whether all of them ended as they must.
  func isWell(in reading: SuiteReading) -> Bool {
    let own = reading.tests.filter { owns($0.key) }
    func ended(_ letter: String, _ outcomes: [Outcome]) -> Bool {
      own.filter { $0.key.hasSuffix("test_\(letter)_\(mark)") }.map(\.value.outcome)
        .allSatisfy(outcomes.contains)
    }
    return own.count == 3 && ended("a", [.failed, .errored]) && ended("b", [.failed, .errored])
      && ended("c", [.passed])
  }
}
