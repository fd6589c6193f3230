import Testing

@testable import Sandbox

@Suite struct SelfTestReportTests {
  private func read(_ text: String) -> SelfTestReport {
    var report = SelfTestReport()
    report.read(Array(text.utf8))
    return report
  }

  @Test func `a whole report without leaks lets a command in`() {
    let report = read("vsock\theld\t\nquic\theld\t\nend\t2\t\n")
    #expect(report.probes == 2 && report.leaked.isEmpty && report.refusal == nil)
  }

  @Test func `a leak is a refusal that names its probe`() {
    let report = read("vsock\tleaked\ta socket to the hypervisor can be opened\nend\t1\t\n")
    #expect(report.leaked.map(\.probe) == ["vsock"])
    #expect(report.refusal?.reason.contains("by vsock: a socket to the hypervisor") == true)
  }

  @Test(arguments: [
    "", "end\t0\t\n", "vsock\theld\t\n", "vsock\theld\t\nend\t2\t\n", "vsock\theld\nend\t1\t\n",
    "vsock\tmaybe\t\nend\t1\t\n", "end\t1\t\nvsock\theld\t\n", "\theld\t\nend\t1\t\n", "\n\u{0}\n",
    "vsock\theld\t\nend\t1\t\nvsock\theld\t\n",
  ])
  func `a report that is cut off or odd lets nobody in`(text: String) {
    #expect(read(text).refusal != nil)
  }
}
