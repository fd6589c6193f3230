import ArgumentParser
import Sandbox

@main
struct Sentinel: ParsableCommand {
  mutating func run() throws { print("sentinel") }
}
