import CommandSupport
import Findings
import Kernel
import Sandbox
import Scanning
internal import Text
internal import YAML

/// The files that decide what fails a scan: a baseline, a policy.
///
/// None may lie in the scanned tree, where a change under test could add its own findings to the
/// known ones, or let itself pass.
struct DecisionFiles {
  /// A report of 100,000 findings has about a tenth of this.
  private static let mostBytes = 1 << 30
  /// More than anybody writes.
  private static let mostPolicyBytes = 1 << 22

  /// The scanned tree, resolved.
  let tree: BytePath

  /// Reads the report that `--baseline` names.
  ///
  /// - Parameter path: The file as the user names it.
  /// - Returns: What is known.
  /// - Throws: `ExitFailure` where it cannot be read, is no report, or lies in the tree.
  func baseline(_ path: String) throws -> Baseline {
    let name = "--baseline \(VisibleText.escaped(path))"
    let remedy = "name what `sentinel scan --json --output FILE` wrote"
    let bytes = try read(path, name, remedy, most: Self.mostBytes)
    do {
      return Baseline(try ScanReport(parsing: bytes))
    } catch {
      throw ExitFailure.usage("\(name): \(VisibleText.line(error.description)); \(remedy)")
    }
  }

  /// Reads the policy that `--policy` names.
  ///
  /// - Parameters:
  ///   - path: The file as the user names it.
  ///   - today: The day, as `YYYY-MM-DD`.
  /// - Returns: What was decided.
  /// - Throws: `ExitFailure` with every mistake in it, or where it cannot be read or lies in the tree.
  func policy(_ path: String, today: String) throws -> ScanPolicy {
    let name = "--policy \(VisibleText.escaped(path))"
    let bytes = try read(path, name, "name a policy", most: Self.mostPolicyBytes)
    do {
      return try ScanPolicy.parse(bytes, file: VisibleText.escaped(path), today: today)
    } catch {
      throw ExitFailure.usage(VisibleText.block(error.description))
    }
  }

  private func read(_ path: String, _ name: String, _ remedy: String, most: Int) throws -> [UInt8] {
    do throws(KernelFailure) {
      let file = try FileSystem.resolve(BytePath(path))
      if !file.isWithin(tree) { return try FileSystem.read(file, limit: most) }
    } catch {
      throw ExitFailure.usage("\(name): \(error.reason); \(remedy)")
    }
    throw ExitFailure.usage(
      "\(name): it lies in the scanned tree, where the change under test could rewrite it; keep it "
        + "outside, such as with what the main branch's pipeline made")
  }
}
