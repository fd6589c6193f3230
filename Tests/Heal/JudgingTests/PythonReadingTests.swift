import CheatCases
import Testing

@testable import Judging
@testable import Patches

@Suite struct PythonReadingTests {
  private func module(_ text: String) -> PythonModule {
    PythonModule(CodeTokens(Array(text.utf8), .python).tokens)
  }

  private func names(_ text: String) -> [String] {
    PythonNames(CodeTokens(Array(text.utf8), .python).tokens).references.map(\.name)
  }

  @Test func `functions have dotted names, decorators and blocks`() {
    let code =
      "class A:\n    @x\n    async def f(self): return 1; y = 2\n\n    def g(self):\n        def h():\n            pass\n"
    let module = module(code)
    #expect(module.definitions.map(\.name) == ["A", "A.f", "A.g", "A.g.h"])
    #expect(module.functions["A.f"]?.body.map(\.keyword) == ["return", "y"])
    #expect(module.functions["A.f"]?.decorators.count == 1)
    #expect(module.function(at: 7)?.name == "A.g.h")
  }

  @Test func `a colon inside brackets or a lambda ends no head`() {
    let module = module(
      "if x[1:2] and (lambda a: a)(1):\n    y = {1: 2}\nelse: z\nmatch = {3: 4}\n")
    #expect(module.statements.map(\.keyword) == ["if", "else", "match"])
    #expect(module.statements[0].body.count == 1)
  }

  @Test(arguments: [
    ("import os as o\no._exit(0)\n", "os._exit"), ("from os import _exit as e\ne(0)\n", "os._exit"),
    ("import a.b.c\na.b.c.d()\n", "a.b.c.d"), ("from . import x\nx.y\n", ".x.y"),
    ("def f():\n    from subprocess import (run,\n        Popen)\n    run()\n", "subprocess.run"),
    ("f()._exit()\n", "?._exit"), ("eval('1')\n", "eval"), ("__builtins__.eval('1')\n", "eval"),
    ("signal = 1\n", "~.signal"), ("f'{os.x}'\n", "~.os.x"),
  ])
  func `a name is what its import says`(code: String, expected: String) {
    #expect(names(code).contains(expected), "\(names(code))")
  }

  @Test func `calls have their arguments`() throws {
    let names = PythonNames(CodeTokens(Array("f(a, (b, c), d=[1, 2], *e)\n".utf8), .python).tokens)
    let call = try #require(PythonCall.all(names).first)
    #expect(call.positional.count == 3)
    #expect(call.named["d"]?.count == 5)
  }

  /// Hostile patches must not crash the judge, keep it busy, or be judged in two ways.
  @Test func `any patch is judged, and in one way`() throws {
    let hosts = try CheatSuite.hosts()
    let constitution = try CheatSuite.constitution()
    let cases = try CheatSuite.cases()
    var state: UInt64 = 11
    func random(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % max(bound, 1)
    }
    let odd: [[UInt8]] = [
      Array("(".utf8), Array(")\n".utf8), Array("\"\"\"".utf8), Array("f'{".utf8), [0xFF], [0x0D],
      [0x0C],
      Array("+    \n".utf8), Array("if:\n".utf8), Array("@@ -1 +1 @@\n".utf8),
      Array("lambda:".utf8),
      Array("try:\n".utf8), Array("except*:".utf8), Array("=".utf8), Array("import .\n".utf8),
    ]
    for _ in 0..<120 {
      let patch = cases[random(cases.count)]
      let host = try #require(hosts[patch.host])
      var text = patch.text
      if text.count > 20_000 { continue }
      for _ in 0...random(4) {
        let place = random(text.count)
        switch random(3) {
        case 0: text.insert(contentsOf: odd[random(odd.count)], at: place)
        case 1: text.removeSubrange(place..<min(place + random(9), text.count))
        default: text = Array(text[..<place]) + text.suffix(random(200))
        }
      }
      let signal = cases[random(cases.count)].signal
      let one = CheatSuite.judge(text, signal, host: host, constitution: constitution)
      let two = CheatSuite.judge(text, signal, host: host, constitution: constitution)
      #expect(one == two)
    }
  }
}
