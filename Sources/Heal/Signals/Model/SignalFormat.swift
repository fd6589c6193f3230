/// The formats that are told apart; which ones a report has is decided by its content.
package enum SignalFormat: String, CaseIterable, Sendable {
  // Documents
  case sarif, sentinelScan, junitXML, nunitXML, xunitXML, trx, checkstyleXML
  case mochaJSON, jestJSON, goTestJSON, dartJSON, libtestJSON, swiftTestingJSON, pytestLogJSON
  case rustcJSON, diagnosticsJSON, cloudEvents, eventJSON
  // Runners of tests
  case pytest, unittest, goTest, cargoTest, swiftTest, tap, nodeTest, jest, mocha, junitConsole
  case mavenSurefire, gradle, googleTest, ctest, rspec
  // Stacks
  case pythonTraceback, v8Stack, javaStack, goPanic, rustPanic, dotnetStack, rubyStack, sanitizer
  // Compilers and linters
  case compilerLine, rustcText, typescript, headedList, proseLine, blockList
  // Logs
  case githubActions, gitlab, teamcity, azurePipelines, buildLog
}
