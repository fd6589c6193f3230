import TestSupport

/// A shell beside a small repository whose last commit has broken one of its two tests.
///
/// In its lines `$HEAL` is `sentinel heal` with what this machine can do and a state folder in `$ST`,
/// and `$TEST` the command that runs the tests. No actor but `revert` has anything to offer.
struct HealShell {
  let shell: CommandShell

  init() throws {
    shell = try CommandShell()
    _ = try shell(Self.making)
  }

  /// Runs a line; a healing takes ten seconds, and several times that on a busy machine.
  func callAsFunction(
    _ line: String, as prefix: [String] = []
  ) throws -> HostProcess.Finished {
    try shell(Self.words + line, as: prefix, seconds: 300)
  }

  private static let words = """
    ST=${ST:-$HOME/state}; TEST="python3 -m unittest"
    HEAL="$C heal --isolation available --state $ST"

    """

  private static let making = #"""
    mkdir -p project/shop project/tests && cd project && git init -q -b main .
    git config user.name Somebody; git config user.email somebody@example.com
    touch shop/__init__.py tests/__init__.py
    cat > shop/price.py <<'EOF'
    def total(prices, count):
        if count >= 3:
            return sum(prices) * 0.9
        return sum(prices)
    EOF
    cat > tests/test_price.py <<'EOF'
    import unittest
    from shop.price import total


    class PriceTests(unittest.TestCase):
        def test_bulk(self):
            self.assertEqual(total([10, 10, 10], 3), 27)

        def test_single(self):
            self.assertEqual(total([10], 1), 10)
    EOF
    git add --all; git commit -qm Begin
    sed -i 's/count >= 3/count > 3/' shop/price.py; git commit -qam Tidy
    """#
}
