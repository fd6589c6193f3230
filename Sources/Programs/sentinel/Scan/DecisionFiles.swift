import CommandSupport
import Findings
import Kernel
import Sandbox
internal import Text

/// The report that `--baseline` names.
enum KnownFindings {
  /// A report of 100,000 findings has about a tenth of this.
  private static let mostBytes = 1 << 30

  /// Reads it.
  ///
  /// - Parameters:
  ///   - path: The file as the user names it.
  ///   - tree: The scanned tree, resolved.
  /// - Returns: What is known.
  /// - Throws: `ExitFailure` where the file is none, is no report, or lies in the scanned tree: a
  ///   change under test could add its own findings to it.
  static func read(_ path: String, scanning tree: BytePath) throws -> Baseline {
    let name = "--baseline \(VisibleText.escaped(path))"
    let remedy = "name what `sentinel scan --json --output FILE` wrote"
    do {
      let file = try FileSystem.resolve(BytePath(path))
      guard !file.isWithin(tree) else {
        throw ExitFailure.usage(
          "\(name): it lies in the scanned tree, where the change under test could rewrite it; "
            + "keep it outside, such as with the results of the main branch")
      }
      return Baseline(try ScanReport(parsing: FileSystem.read(file, limit: mostBytes)))
    } catch let failure as KernelFailure {
      throw ExitFailure.usage("\(name): \(failure.reason); \(remedy)")
    } catch let failure as ScanReportFailure {
      throw ExitFailure.usage("\(name): \(VisibleText.line(failure.description)); \(remedy)")
    }
  }
}
