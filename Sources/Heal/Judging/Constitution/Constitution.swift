package import Patches
internal import Text

/// A mistake in the constitution's data.
package struct ConstitutionProblem: Error, Equatable, CustomStringConvertible {
  /// Every mistake, one sentence each.
  package var messages: [String]
  /// The mistakes, one a line.
  package var description: String { messages.joined(separator: "\n") }
}

/// The articles that a patch is judged by: data of `rules/judge`, each naming the check that reads it.
package struct Constitution: Sendable {
  /// The digest of the data, 64 hexadecimal digits; it stands in every judgement.
  package let digest: String
  /// The articles in order of their ids.
  package let articles: [Article]

  /// Reads the constitution as the build has put it together: `{"articles": [...]}`.
  ///
  /// Throws every mistake at once: unknown keys and checks, missing values, ids that occur twice.
  package init(parsing text: [UInt8]) throws {
    digest = SHA256.hex(of: text)
    let value: JSONValue
    do { value = try JSONValue(parsing: text) } catch {
      throw ConstitutionProblem(messages: ["rules/judge: \(error)"])
    }
    var messages: [String] = []
    var articles: [Article] = []
    for element in value["articles"]?.elements ?? [] {
      var fields = ArticleFields(element)
      if let article = Article(&fields) { articles.append(article) }
      messages += fields.finish()
    }
    let ids = articles.map(\.id)
    for id in Set(ids) where ids.count(where: { $0 == id }) > 1 {
      messages.append("rules/judge: the article \(id) is there twice")
    }
    if articles.isEmpty && messages.isEmpty { messages.append("rules/judge holds no articles") }
    if !messages.isEmpty { throw ConstitutionProblem(messages: messages.sorted()) }
    self.articles = articles.sorted { $0.id < $1.id }
  }

  /// Judges the change that a candidate makes to a base.
  package func judge(
    _ changes: ChangeSet, of base: some SourceTree, signal: JudgeSignal? = nil,
    rationale: String? = nil
  ) -> Judgement {
    let input = JudgeInput(base: base, changes: changes, signal: signal, rationale: rationale)
    let breaches = articles.flatMap { article in
      article.check.breaches(in: input).map { $0.breach(of: article) }
    }
    return Judgement(Self.thinned(breaches), constitution: digest)
  }

  /// Judges a candidate that was refused: an offence is rejected under `patch-form`, anything else too.
  package func judge(_ refusal: PatchRefusal) -> Judgement {
    let breach = Breach(
      id: "patch-form", path: refusal.path ?? "", line: 0,
      message: "\(refusal.reason.rawValue): \(refusal)", verdict: .reject)
    return Judgement([breach], constitution: digest)
  }

  /// At most five breaches of an article in a file: more tell nothing new.
  private static func thinned(_ breaches: [Breach]) -> [Breach] {
    var counts: [String: Int] = [:]
    return breaches.filter { breach in
      counts[breach.id + "\0" + breach.path, default: 0] += 1
      return counts[breach.id + "\0" + breach.path, default: 0] <= 5
    }
  }
}
