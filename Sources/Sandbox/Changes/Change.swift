package struct Change: Codable, Equatable, Sendable { package var path: String }
