/// What every program of the product says of itself.
package enum Product {
  /// The version, after Semantic Versioning.
  package static let version = "0.1.0"
}
