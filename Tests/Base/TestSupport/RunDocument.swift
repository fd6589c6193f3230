/// The result document of `sentinel run`, as a reader of the schema sees it.
package struct RunDocument: Decodable, Sendable {
  /// A refused call.
  package struct Denial: Decodable, Sendable {
    package var name: String
    package var number: Int
    package var count: UInt64
    package var answer: String
    package var allowWith: String
  }

  /// What protected the run.
  package struct Layers: Decodable, Sendable {
    package var backend: String
    package var namespaces: [String]
    package var hostUID: UInt32
    package var landlockABI: UInt32
    package var cgroupLimits: [String]
    package var filterDigest: String
    package var descriptorsClosed: Bool
    package var ceilings: Bool
  }

  /// A layer that a reduced run went without.
  package struct Missing: Decodable, Sendable {
    package var layer: String
  }

  /// What was reached over the network, or refused.
  package struct Reached: Decodable, Sendable {
    package var name: String
    package var port: Int?
    package var address: String?
    package var assurance: String?
    package var clientTLS: Bool?
    package var verdict: String
    package var code: String?
    package var allowWith: String?
    package var bytesUp: UInt64
    package var bytesDown: UInt64
    package var count: Int
    package var generation: Int
    package var pid: Int32?
    package var pidInside: Int32?
    package var executable: String?
  }

  /// Sums over all of that.
  package struct Totals: Decodable, Sendable {
    /// How near the run came to a limit of the broker's.
    package struct Limit: Decodable, Sendable, Equatable {
      package var name: String
      package var most: UInt64
      package var used: UInt64?
      package var hits: UInt64

      /// A status to compare with.
      package init(name: String, most: UInt64, used: UInt64?, hits: UInt64) {
        self.name = name
        self.most = most
        self.used = used
        self.hits = hits
      }
    }

    package var limits: [Limit]
  }

  /// A change of the rules while the run went on.
  package struct Change: Decodable, Sendable {
    /// The rule that was added.
    package struct Rule: Decodable, Sendable {
      package var target: String
    }

    package var generation: Int
    package var rule: Rule
    package var cut: Int
  }

  /// What a credential grant was used for.
  package struct Grant: Decodable, Sendable {
    package var name: String
    package var requests: Int
    package var refused: Int
    package var reason: String?
  }

  /// What a sandbox said of itself before.
  package struct SelfTest: Decodable, Sendable {
    /// A way out.
    package struct Leak: Decodable, Sendable {
      package var probe: String
      package var detail: String
    }

    package var probes: Int
    package var leaked: [Leak]
    package var milliseconds: Double
  }

  /// What the command has changed in the workspace.
  package struct Difference: Decodable, Sendable {
    package var path: String
    package var kind: String
  }

  /// What was taken out of the workspace.
  package struct Quarantined: Decodable, Sendable {
    package var path: String
    package var movedTo: String?
    package var outcome: String
    package var reason: String?
  }

  package var schema: String
  package var status: String
  package var exitCode: Int32
  package var signal: Int32?
  package var reason: String?
  package var stage: String?
  package var errno: Int32?
  package var wallMilliseconds: Double
  package var memoryPeakBytes: UInt64
  package var pidsPeak: UInt64
  package var outputBytes: UInt64
  package var limitsHit: [String]
  package var denials: [Denial]
  package var denialsUnrecorded: UInt64
  package var denialsFlooded: Bool
  package var egress: [Reached]
  package var egressChanges: [Change]
  package var grants: [Grant]
  package var egressTotals: Totals?
  package var egressSelfTest: SelfTest?
  package var changes: [Difference]
  package var quarantined: [Quarantined]
  package var layers: Layers
  package var level: String
  package var missing: [Missing]

  /// How often a call was refused, under whatever arguments.
  package func refusals(of call: String) -> UInt64 {
    denials.filter { $0.name == call }.reduce(0) { $0 + $1.count }
  }
}
