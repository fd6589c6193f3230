import ArgumentParser
import CommandSupport
import Egress
import Kernel
import Sandbox
internal import Text

/// Options that every order has.
struct OrderOptions: ParsableArguments {
  @Option(help: "The socket that the run was started with.")
  var control: String

  @Flag(help: "Print the answer as JSON.")
  var json = false

  /// Gives an order, prints the answer, and ends with the code that says what became of it.
  func give(_ fill: (inout BrokerOrder) throws -> Void) throws {
    var order = BrokerOrder()
    try fill(&order)
    let document: PolicyDocument
    do {
      document = try ControlClient(BytePath(control)).give(order)
    } catch let refusal as Sandbox.Refusal {
      throw ExitFailure(code: 5, message: refusal.description)
    }
    if json { try Console.output(Document.encode(document)) }
    if let reason = document.refused {
      throw ExitFailure(code: 2, message: VisibleText.escaped(reason))
    }
    if !json, let policy = document.policy { try Console.output(Self.text(policy)) }
  }

  private static func text(_ policy: BrokerMessage.Policy) -> String {
    var lines = ["profile \(VisibleText.escaped(policy.profile)), generation \(policy.generation)"]
    lines[0] += ", \(policy.connections) connections open"
    if let cut = policy.cut { lines[0] += ", \(cut) cut" }
    for rule in policy.rules ?? [] {
      var line = "\(rule.verdict ?? "allow") \(rule.target)"
      if let ports = rule.ports { line += " port \(ports)" }
      if let mode = rule.mode, rule.verdict != "deny" { line += " mode \(mode)" }
      lines.append(VisibleText.escaped("\(line)  (\(rule.id))"))
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

extension EgressCommand {
  /// `sentinel egress allow`.
  struct Allow: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "allow",
      abstract: "Lets a running sandbox reach a host.",
      discussion: """
        A denial in the run's profile stays in force. A port that cannot be opened during the run \
        is refused.

        Examples:
          sentinel egress allow example.com --control run.sock
          sentinel egress allow db.example:5432 --mode raw --control run.sock

        Exit codes: 0 done; 2 usage, or the order is refused; 5 no run answers at the socket.
        """)

    @Argument(help: "HOST, HOST:PORT or *.HOST; port 443 by default.")
    var host: String

    @Option(help: "tls, http, ssh, raw or auto; chosen by the port by default.")
    var mode: EgressMode?

    @OptionGroup var order: OrderOptions

    func run() throws {
      try order.give { order in
        order.allow = try EgressCommand.rule(host)
        if let mode { order.allow?.mode = mode.rawValue }
      }
    }
  }

  /// `sentinel egress deny`.
  struct Deny: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "deny",
      abstract: "Cuts a running sandbox off from a host.",
      discussion: """
        Connections to the host are cut at once. Without a port, every port is denied.

        Examples:
          sentinel egress deny example.com --control run.sock
          sentinel egress deny '**.example:443' --control run.sock

        Exit codes: 0 done; 2 usage, or the order is refused; 5 no run answers at the socket.
        """)

    @Argument(help: "HOST, HOST:PORT, *.HOST, an address or a block.")
    var host: String

    @OptionGroup var order: OrderOptions

    func run() throws {
      try order.give { order in
        var rule = try EgressCommand.rule(host)
        // Without a port a denial is about all of them.
        if rule.ports == "443", !host.hasSuffix(":443") { rule.ports = nil }
        rule.mode = nil
        order.deny = rule
      }
    }
  }

  /// `sentinel egress show`.
  struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "show",
      abstract: "Shows what a running sandbox may reach.",
      discussion: """
        Example:
          sentinel egress show --control run.sock --json

        Exit codes: 0 shown; 2 usage; 5 no run answers at the socket.
        """)

    @OptionGroup var order: OrderOptions

    func run() throws { try order.give { $0.show = true } }
  }

  fileprivate static func rule(_ text: String) throws -> RuleDescription {
    do throws(RuleMistake) {
      return RuleDescription(try EgressRule(allowing: text))
    } catch {
      throw ExitFailure.usage("\(VisibleText.escaped(text)): \(error.reason); \(error.remedy)")
    }
  }
}

extension EgressMode: ExpressibleByArgument {}
