internal import Egress
package import YAML

/// Examines a profile as a whole: its text, what it inherits, and the filter that it asks for.
package struct ProfileCheck {
  private let catalog: ProfileCatalog
  private let groups: SyscallGroups

  /// Prepares examinations against a catalog.
  package init(catalog: ProfileCatalog, groups: SyscallGroups) {
    self.catalog = catalog
    self.groups = groups
  }

  /// Every mistake that can be found without running anything, sorted by place; empty if none.
  ///
  /// With `compilesFilter` the filter is compiled and compared with the policy as well.
  package func problems(
    in bytes: [UInt8], file: String, compilesFilter: Bool = true
  ) -> [Problem] {
    do throws(Problems) {
      let profile = try Profile(parsing: bytes, file: file)
      let effective = try catalog.effective(profile, groups: groups)
      return filterProblems(effective, profile, compiles: compilesFilter)
    } catch {
      return error.all
    }
  }

  /// What the network rules let through that their writer may not mean; empty for a text with mistakes.
  package func warnings(in bytes: [UInt8], file: String) -> [Problem] {
    do throws(Problems) {
      let profile = try Profile(parsing: bytes, file: file)
      let effective = try catalog.effective(profile, groups: groups)
      let rules = effective.networkRules.compactMap { try? EgressRule($0) }
      return EgressLint.warnings(for: rules).map { warning in
        Problem(
          profile.mark(of: "network.rules"), "\(warning.rule): \(warning.text)",
          remedy: warning.remedy)
      }
    } catch {
      return []
    }
  }

  private func filterProblems(
    _ effective: EffectiveProfile, _ profile: Profile, compiles: Bool
  ) -> [Problem] {
    do throws(FilterError) {
      let policy = try SyscallPolicy(effective)
      if compiles { _ = try FilterCompiler.compile(policy) }
      return []
    } catch {
      let key = error.code == .launchMinimum ? "syscalls.deny" : "syscalls.arguments"
      let mark = profile.mark(of: profile.marks[key] == nil ? "syscalls" : key)
      return [Problem(mark, error.message, remedy: "change the \"syscalls\" section")]
    }
  }
}
