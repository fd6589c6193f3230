import ArgumentParser
import Sandbox

extension RunRequest.Isolation: ExpressibleByArgument {}
