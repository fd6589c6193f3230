extension FormatSamples {
  static let diagnostics: [`Formats by their look`.Sample] = [
    .init(
      "TypeScript, plain and pretty",
      """
      src/a.ts(3,7): error TS2322: Type 'string' is not assignable to type 'number'.
      src/b.ts:4:9 - error TS2339: Property 'x' does not exist.
      """,
      signals: [
        "compilerError TS2322 src/a.ts:3:7 Type 'string' is not assignable to type 'number'.",
        "lint TS2339 src/b.ts:4:9 Property 'x' does not exist.",
      ]),
    .init(
      "MSBuild",
      "/srv/shop/Cart.cs(12,5): error CS1002: ; expected [/srv/shop/Shop.csproj]\n",
      signals: ["compilerError CS1002 /srv/shop/Cart.cs:12:5 ; expected"]),
    .init(
      "Kotlin, both spellings",
      "e: file:///srv/shop/Cart.kt:3:5 Unresolved reference: x\ne: /srv/shop/Cart.kt: (4, 6): Unresolved reference: y\n",
      signals: [
        "compilerError - /srv/shop/Cart.kt:3:5 Unresolved reference: x",
        "compilerError - /srv/shop/Cart.kt:4:6 Unresolved reference: y",
      ]),
    .init(
      "ESLint's list",
      """
      /srv/shop/a.js
        1:5   error    'unused' is defined but never used  no-unused-vars
        2:10  warning  Expected '==='                      eqeqeq

      /srv/shop/b.js
        3:1  error  Parsing error: Unexpected token

      ✖ 3 problems (2 errors, 1 warning)
      """,
      signals: [
        "lint no-unused-vars /srv/shop/a.js:1:5 'unused' is defined but never used  no-unused-vars",
        "lint eqeqeq /srv/shop/a.js:2:10 Expected '==='                      eqeqeq",
        "lint - /srv/shop/b.js:3:1 Parsing error: Unexpected token",
      ]),
    .init(
      "GHC, the message below",
      "src/A.hs:3:5: error: [GHC-88464]\n    • Variable not in scope: x\n",
      signals: ["compilerError GHC-88464 src/A.hs:3:5 • Variable not in scope: x"]),
    .init(
      "A note belongs to its error",
      """
      In file included from a.c:1:
      a.h:3:5: error: unknown type name 'x' [-Wunknown]
      a.c:9:1: note: used here
      """,
      signals: ["compilerError unknown a.h:3:5 unknown type name 'x' [-Wunknown]"]),
    .init(
      "Dart", "  error • Undefined name 'x' • lib/a.dart:3:5 • undefined_identifier\n",
      signals: ["lint undefined_identifier lib/a.dart:3:5 Undefined name 'x'"]),
    .init(
      "protolint", "[a.proto:3:5] Field name \"X\" must be lower\n",
      signals: ["lint - a.proto:3:5 Field name \"X\" must be lower"]),
    .init(
      "cpplint", "a.cc:3:  Missing space before {  [whitespace/braces] [5]\n",
      signals: ["lint whitespace/braces a.cc:3 Missing space before {  [whitespace/braces] [5]"]),
    .init(
      "PHP", "PHP Parse error:  syntax error, unexpected '}' in /srv/a.php on line 3\n",
      signals: ["compilerError - /srv/a.php:3 syntax error, unexpected '}'"]),
    .init(
      "CMake",
      "CMake Error at CMakeLists.txt:3 (find_package):\n  Could not find a package\n",
      signals: ["compilerError find_package CMakeLists.txt:3 Could not find a package"]),
    .init(
      "Reek", "lib/a.rb -- 1 warning:\n  [3, 9]:DuplicateMethodCall: Cart#x calls y 2 times\n",
      signals: ["lint DuplicateMethodCall lib/a.rb:3 DuplicateMethodCall: Cart#x calls y 2 times"]),
    .init(
      "A drive of Windows", "C:\\src\\a.c:3:5: error: no\n",
      signals: ["compilerError - C:/src/a.c:3:5 no"]),
    .init(
      "Prose, times, hosts and addresses are no places",
      """
      12:30:45 started
      localhost:8080: connection refused
      http://example.com:80/x: not found
      10.0.0.1:443: timeout
      example.com:443: timeout
      see README.md: it helps
      """),
  ]
}
