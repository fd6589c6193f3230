internal import EgressBroker

/// The broker's process; everything it does is in `EgressBroker`.
@main
struct Main {
  static func main() { BrokerProcess.run() }
}
