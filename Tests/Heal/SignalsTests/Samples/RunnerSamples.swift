enum FormatSamples {
  static let runners: [`Formats by their look`.Sample] = [
    .init(
      "Jest",
      """
      PASS src/a.test.js
        ✓ adds (3 ms)
      FAIL src/b.test.js
        cart
          ✕ is wrong (5 ms)
          ○ skipped is later

        ● cart › is wrong

          expect(received).toBe(expected) // Object.is equality

          Expected: 7
          Received: 6

            3 |   it('is wrong', () => {
          > 4 |     expect(total(2)).toBe(7);

            at Object.toBe (src/b.test.js:4:22)

      Test Suites: 1 failed, 1 passed, 2 total
      Tests:       1 failed, 1 skipped, 1 passed, 3 total
      """,
      tests: [
        "passed src.a.test.adds src/a.test.js",
        "failed src.b.test.cart.is wrong src/b.test.js:4:22",
        "skipped src.b.test.cart.skipped is later src/b.test.js",
      ]),
    .init(
      "Mocha",
      """
        Cart
          ✔ adds
          1) is wrong
          - is later


        1 passing (5ms)
        1 pending
        1 failing

        1) Cart
             is wrong:

            AssertionError [ERR_ASSERTION]: 6 == 7
            + expected - actual

            at Context.<anonymous> (test/cart.js:9:12)
            at process.processImmediate (node:internal/timers:476:21)
      """,
      tests: [
        "passed Cart.adds -", "failed Cart.is wrong test/cart.js:9:12", "skipped Cart.is later -",
      ]),
    .init(
      "Maven Surefire",
      """
      [INFO] Running shop.CartTest
      [ERROR] Tests run: 2, Failures: 1, Errors: 1, Skipped: 0, Time elapsed: 0.05 s <<< FAILURE! -- in shop.CartTest
      [ERROR] shop.CartTest.isWrong -- Time elapsed: 0.01 s <<< FAILURE!
      org.opentest4j.AssertionFailedError: expected: <7> but was: <6>
      \tat org.junit.jupiter.api.AssertionUtils.fail(AssertionUtils.java:55)
      \tat shop.CartTest.isWrong(CartTest.java:12)

      [ERROR] breaks(shop.CartTest)  Time elapsed: 0.001 s  <<< ERROR!
      java.lang.NullPointerException
      \tat shop.Cart.total(Cart.java:9)
      \tat shop.CartTest.breaks(CartTest.java:20)

      [INFO] BUILD FAILURE
      """,
      tests: [
        "failed shop.CartTest.isWrong shop/CartTest.java:12",
        "errored shop.CartTest.breaks shop/Cart.java:9",
      ]),
    .init(
      "Gradle",
      """
      > Task :test FAILED

      CartTest > adds() PASSED

      CartTest > isWrong() FAILED
          org.opentest4j.AssertionFailedError: expected: <7> but was: <6> at CartTest.java:12
      """,
      tests: ["passed CartTest.adds() -", "failed CartTest.isWrong() CartTest.java:12"]),
    .init(
      "JUnit's console",
      """
      ├─ JUnit Jupiter ✔
      │  └─ CartTest ✔
      │     ├─ adds() ✔
      │     └─ isWrong() ✘ expected: <7> but was: <6>
      └─ JUnit Vintage ✔

      Failures (1):
        JUnit Jupiter:CartTest:isWrong()
          MethodSource [className = 'CartTest', methodName = 'isWrong', methodParameterTypes = '']
          => org.opentest4j.AssertionFailedError: expected: <7> but was: <6>
             org.junit.jupiter.api.AssertionUtils.fail(AssertionUtils.java:55)
             shop.CartTest.isWrong(CartTest.java:12)
             [...]
      """,
      tests: ["passed CartTest.adds() -", "failed CartTest.isWrong() shop/CartTest.java:12"]),
    .init(
      "GoogleTest",
      """
      [ RUN      ] Cart.Adds
      [       OK ] Cart.Adds (0 ms)
      [ RUN      ] Cart.IsWrong
      cart_test.cc:12: Failure
      Expected equality of these values:
        total(2)
      [  FAILED  ] Cart.IsWrong (1 ms)
      [  FAILED  ] 1 test, listed below:
      [  FAILED  ] Cart.IsWrong
      """,
      tests: ["passed Cart.Adds -", "failed Cart.IsWrong cart_test.cc:12"]),
    .init(
      "GoogleTest, ended by a crash",
      "[ RUN      ] Cart.Breaks\nSegmentation fault (core dumped)\n",
      tests: ["errored Cart.Breaks -"]),
    .init(
      "CTest",
      """
      1/3 Test #1: adds .............................   Passed    0.01 sec
      2/3 Test #2: is_wrong .........................***Failed    0.02 sec
      3/3 Test #3: breaks ...........................***Exception: SegFault  0.03 sec
      """,
      tests: ["passed adds -", "failed is_wrong -", "errored breaks -"]),
    .init(
      "RSpec",
      """
      Failures:

        1) Cart is wrong
           Failure/Error: expect(total).to eq(7)

             expected: 7
                  got: 6
           # ./spec/cart_spec.rb:12:in 'block (2 levels) in <top (required)>'

      Finished in 0.01 seconds
      2 examples, 1 failure

      rspec ./spec/cart_spec.rb:11 # Cart is wrong
      """,
      tests: ["failed Cart is wrong ./spec/cart_spec.rb:12"]),
    .init(
      "PHPUnit",
      """
      There was 1 failure:

      1) CartTest::testWrong
      Failed asserting that 6 matches expected 7.

      /srv/shop/tests/CartTest.php:12

      FAILURES!
      Tests: 2, Assertions: 2, Failures: 1.
      """,
      tests: ["failed CartTest.testWrong /srv/shop/tests/CartTest.php:12"]),
    .init(
      "Subtests of TAP",
      """
      TAP version 14
      # Subtest: cart
          ok 1 - adds
          not ok 2 - is wrong
            ---
            at:
              file: test/cart.js
              line: 9
            message: 6 is not 7
            ...
          1..2
      not ok 1 - cart
      ok 2 - later # SKIP no till
      1..2
      """,
      tests: ["passed cart.adds -", "failed cart.is wrong test/cart.js:9", "skipped later -"]),
    .init(
      "A reason behind the name is no part of it",
      "1..2\nok 1 - adds # took 3 of 5 tries\nnot ok 2 - is wrong # between 10 1 33\n",
      tests: ["passed adds -", "failed is wrong -"]),
    .init(
      "Nextest",
      """
              PASS [   0.005s] shop cart::adds
              FAIL [   0.006s] shop cart::is_wrong
      """,
      tests: ["passed shop.cart.adds -", "failed shop.cart.is_wrong -"]),
  ]
}
