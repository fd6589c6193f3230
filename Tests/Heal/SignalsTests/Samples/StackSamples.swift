extension FormatSamples {
  static let stacks: [`Formats by their look`.Sample] = [
    .init(
      ".NET with an inner exception",
      """
      Unhandled exception. System.InvalidOperationException: cannot pay
       ---> System.NullReferenceException: no cart
         at Shop.Cart.Total(Int32[] prices) in /srv/shop/Cart.cs:line 9
         --- End of inner exception stack trace ---
         at Shop.Cart.Pay() in /srv/shop/Cart.cs:line 14
         at Shop.Program.Main(String[] args) in /srv/shop/Program.cs:line 3
      """,
      signals: [
        "stackTrace System.InvalidOperationException /srv/shop/Cart.cs:9 cannot pay\n ---> System.NullReferenceException: no cart"
      ]),
    .init(
      "Java through a lambda and a module",
      """
      Exception in thread "main" java.lang.IllegalStateException: no till
      \tat java.base/java.util.Optional.orElseThrow(Optional.java:403)
      \tat app//shop.Cart.lambda$pay$0(Cart.java:14)
      \tat shop.Cart.pay(Cart.java:12)
      Caused by: java.io.IOException: closed
      \tat shop.Till.open(Till.java:7)
      \t... 3 more
      """,
      signals: ["stackTrace java.lang.IllegalStateException shop/Cart.java:14 no till"]),
    .init(
      "Ruby",
      "cart.rb:3:in 'Integer#/': divided by 0 (ZeroDivisionError)\n\tfrom cart.rb:3:in 'Cart#total'\n\tfrom cart.rb:9:in '<main>'\n",
      signals: ["stackTrace ZeroDivisionError cart.rb:3 divided by 0"]),
    .init(
      "PHP",
      "PHP Fatal error:  Uncaught TypeError: no cart in /srv/a.php:3\nStack trace:\n#0 /srv/a.php(9): total()\n#1 {main}\n",
      signals: ["stackTrace TypeError /srv/a.php:3 no cart"]),
    .init(
      "Rust before 1.73",
      "thread 'main' panicked at 'index out of bounds', src/main.rs:4:5\nnote: run with `RUST_BACKTRACE=1`\n",
      signals: ["stackTrace panic src/main.rs:4:5 index out of bounds"]),
    .init(
      "Undefined behaviour",
      "a.c:3:9: runtime error: signed integer overflow\n",
      signals: ["stackTrace - a.c:3:9 runtime error: signed integer overflow"]),
    .init(
      "An error of Node with a code and a cause",
      """
      Error [ERR_X]: no cart
          at load (file:///srv/shop/cart.js:9:11)
          at async Promise.all (index 0) {
        [cause]: TypeError: x is null
            at read (/srv/shop/file.js:3:5)
      """,
      signals: ["stackTrace Error /srv/shop/cart.js:9:11 no cart"]),
  ]
}
