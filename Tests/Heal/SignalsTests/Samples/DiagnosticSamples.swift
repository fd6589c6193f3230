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
      "OCaml",
      "File \"a.ml\", line 3, characters 5-9:\n3 |   let x = y\n         ^\nError: Unbound value y\n",
      signals: ["compilerError - a.ml:3:6 Unbound value y"]),
    .init(
      "Scala 3",
      """
      [error] -- [E007] Type Mismatch Error: src/A.scala:3:5 -------------
      [error] 3 |  val x: Int = "a"
      [error]   |               ^^^
      [error]   |               Found:    ("a" : String)
      [error]   |               Required: Int
      """,
      signals: [
        "compilerError E007 src/A.scala:3:5 Found:    (\"a\" : String)\nRequired: Int"
      ]),
    .init(
      "Terraform",
      """
      ╷
      │ Error: Unsupported argument
      │
      │   on main.tf line 3, in resource "x" "y":
      │    3:   nothing = 1
      """,
      signals: ["compilerError - main.tf:3 Unsupported argument"]),
    .init(
      "Elixir",
      """
      error: undefined variable "x"
      │
      3 │     x
      │     ^
      │
      └─ lib/a.ex:3:5: A.f/1
      """,
      signals: ["lint - lib/a.ex:3:5 undefined variable \"x\""]),
    .init(
      "Fortran, the message below the code",
      "a.f90:3:5:\n\n    3 |   x = y\n      |     1\nError: Symbol 'y' at (1) has no type\n",
      signals: ["lint - a.f90:3:5 Symbol 'y' at (1) has no type"]),
    .init(
      "pydocstyle",
      "a.py:3 in public function `f`:\n        D103: Missing docstring in public function\n",
      signals: ["lint - a.py:3 D103: Missing docstring in public function"]),
    .init(
      "Nim", "a.nim(3, 5) Error: undeclared identifier: 'x'\n",
      signals: ["lint - a.nim:3:5 undeclared identifier: 'x'"]),
    .init(
      "Two projects of MSBuild",
      "1>C:\\src\\a.cpp(12): error C2065: 'x': undeclared identifier\n",
      signals: ["lint C2065 C:/src/a.cpp:12 'x': undeclared identifier"]),
    .init(
      "Verilator",
      "%Error: a.v:3:5: syntax error\n%Warning-WIDTH: b.v:4:6: Operator expects 8 bits\n",
      signals: ["lint - a.v:3:5 syntax error", "lint - b.v:4:6 Operator expects 8 bits"]),
    .init(
      "Older Cppcheck", "[a.c:3]: (error) Memory leak: x\n",
      signals: ["lint - a.c:3 (error) Memory leak: x"]),
    .init(
      "cfn-lint", "E3012 Property should be of type String\ntemplates/a.yaml:3:5\n",
      signals: ["lint E3012 templates/a.yaml:3:5 Property should be of type String"]),
    .init(
      "Flow",
      "Error ------------------------------ src/a.js:3:5\n\nCannot call `x` because it is null.\n",
      signals: ["lint - src/a.js:3:5 Cannot call `x` because it is null."]),
    .init(
      "Brakeman's table", "app/a.rb\t3\tSQL Injection\tPossible SQL injection\n",
      signals: ["lint SQL Injection app/a.rb:3 SQL Injection Possible SQL injection"]),
    .init(
      "Scalastyle", "warning file=/srv/A.scala message=Magic Number line=3 column=5\n",
      signals: ["lint - /srv/A.scala:3:5 Magic Number"]),
    .init(
      "A shell", "./build.sh: line 3: foo: command not found\n",
      signals: ["ciFailure - ./build.sh:3 foo: command not found"]),
    .init(
      "markdownlint", "README.md:3:81 MD013/line-length Line length\n",
      signals: ["lint MD013 README.md:3:81 MD013/line-length Line length"]),
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
