import CheatCases
import Signals

/// A project whose patches are tried.
struct HostProject: Sendable {
  let name: String
  /// The folder below `Fixtures`.
  let folder: String
  /// What runs its tests.
  let test: String
  /// The tests that fail on it, by the fault that they show.
  let failing: [String: [TestID]]

  static let all = [
    HostProject(
      name: "shop", folder: "judge-host", test: "python3 -m pytest -q",
      failing: [
        "bulk": [
          TestID(suite: "tests/test_pricing.py", name: "test_bulk_discount_starts_at_threshold")
        ]
      ]),
    HostProject(
      name: "bookings", folder: "judge-host-bookings", test: "python3 -m unittest",
      failing: [
        "bookings-test": [
          TestID(
            suite: "tests/test_intervals.py", group: "IntervalTests",
            name: "test_touching_do_not_overlap"),
          TestID(suite: "tests/test_store.py", group: "StoreTests", name: "test_back_to_back"),
        ]
      ]),
  ]
}
