import FoundationEssentials
import TestSupport
import Testing

extension EscapeTests {
  /// The real git in a sandbox against its own server behind TLS.
  @Suite(.enabled(if: SecureServer.gitObstacle == nil, "\(SecureServer.gitObstacle ?? "")"))
  struct GitGrantTests {
    private static func server() throws -> SecureServer {
      try SecureServer { folder in
        let repository = folder.url.appending(path: "repos/project.git").path
        let script = """
          set -e
          export HOME=\(folder.url.path) GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@a
          export GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@a
          git init -q --bare -b main \(repository)
          git init -q -b main seed
          cd seed
          head -c 300000 /dev/urandom > large
          echo first > file
          git add . && git commit -qm first && git push -q \(repository) main
          git -C \(repository) config receive.advertisePushOptions true
          printf '#!/bin/sh\\necho "$GIT_PUSH_OPTION_COUNT" >> options\\n' > \(repository)/hooks/post-receive
          chmod 755 \(repository)/hooks/post-receive
          cp -r \(repository) \(folder.url.path)/repos/other.git
          """
        let made = try HostProcess.run(
          ["/bin/sh", "-c", "cd \(folder.url.path) && \(script)"],
          environment: ["PATH": "/usr/bin:/bin"])
        #expect(made.code == 0, "\(made.errors)")
      }
    }

    /// What a script says in a sandbox with a grant.
    private static func run(_ script: String, _ grant: String) throws -> (
      SandboxCall.Outcome, SecureServer
    ) {
      let server = try server()
      var call = try CredentialTests.call(
        .user, server, grant: "form: basic, user: x, paths: [/git/project.git], \(grant)")
      call.seconds = 90
      let begin = """
        cd "$(mktemp -d)" && export HOME=$PWD
        export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@a GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@a
        """
      return (try call.run(["/bin/sh", "-c", "\(begin)\n\(script)"]), server)
    }

    private static let change = """
      cd project && echo second >> file && git commit -qam second
      """

    @Test(arguments: ["https://api.test/git/project.git", "git@api.test:git/project.git"])
    func `a grant for fetching clones and fetches by the usual address, and pushes nothing`(
      address: String
    ) throws {
      let script = """
        git clone -q \(address) && cd project && git fetch -q && cat file && cd ..
        \(Self.change)
        git push origin main 2>&1
        """
      let (outcome, server) = try Self.run(script, "git: fetch")
      #expect(
        outcome.finished.text.hasPrefix("first\n"), "\(outcome.finished.text) \(outcome.story)")
      #expect(outcome.finished.text.contains("grant api is for fetching, not for pushing"))
      #expect(!server.heads.contains { $0.contains("receive-pack") })
      #expect(outcome.document?.grants.first?.refused == 1)
    }

    @Test func `a grant for one prefix of refs pushes there and nowhere else`() throws {
      let script = """
        git clone -q https://api.test/git/project.git && \(Self.change)
        git push origin HEAD:refs/heads/fix/one 2>&1
        git push origin HEAD:refs/heads/main 2>&1
        git push origin :refs/heads/fix/one 2>&1
        git push origin HEAD:refs/heads/fix/two HEAD:refs/heads/main 2>&1
        """
      let (outcome, server) = try Self.run(script, "git: push, refs: [refs/heads/fix/]")
      let text = outcome.finished.text
      #expect(text.contains("[new branch]      HEAD -> fix/one"), "\(text) \(outcome.story)")
      #expect(text.contains("a push to refs/heads/main is outside the grant"), "\(text)")
      #expect(text.contains("the grant does not permit to delete a ref"), "\(text)")
      let refs = try HostProcess.run([
        "/usr/bin/git", "-c", "safe.directory=*", "-C",
        server.folder.url.appending(path: "repos/project.git").path, "for-each-ref",
        "--format=%(refname)",
      ])
      #expect(refs.text == "refs/heads/fix/one\nrefs/heads/main\n")
      #expect(outcome.document?.grants.first?.refused == 3)
    }

    /// What the repository's hook was told of push options, one line for each push.
    private static func options(_ server: SecureServer) -> String {
      let file = server.folder.url.appending(path: "repos/project.git/options")
      return (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    }

    @Test func `a push brings no options, whether git is offered them or asks unasked`() throws {
      let server = try Self.server()
      // Where no grant bounds it, an option arrives.
      let made = try HostProcess.run(
        [
          "/bin/sh", "-c",
          "cd \(server.folder.url.path)/seed && git push -q -o visibility=public ../repos/project.git main:open",
        ], environment: ["PATH": "/usr/bin:/bin", "HOME": server.folder.url.path])
      #expect(made.code == 0 && Self.options(server) == "1\n", "\(made.errors)")
      let unasked = """
        import urllib.request as u
        old, new = "0" * 40, open("new").read().strip()
        def line(text): return b"%04x" % (len(text) + 4) + text
        body = line(f"{old} {new} refs/heads/fix/two".encode() + b"\\0report-status push-options")
        body += b"0000" + line(b"visibility=public") + b"0000" + open("pack", "rb").read()
        request = u.Request("http://api.test/git/project.git/git-receive-pack", body,
                            {"Content-Type": "application/x-git-receive-pack-request"})
        print(u.urlopen(request).read())
        """
      let script = """
        git clone -q https://api.test/git/project.git && \(Self.change)
        git push -o visibility=public origin HEAD:refs/heads/fix/one 2>&1
        git rev-parse HEAD > new && git pack-objects --all --stdout < /dev/null > pack 2>/dev/null
        python3 - <<'END'
        \(unasked)
        END
        git push origin HEAD:refs/heads/fix/three 2>&1
        """
      let (outcome, bounded) = try Self.run(script, "git: push, refs: [refs/heads/fix/]")
      let text = outcome.finished.text
      #expect(text.contains("the receiving end does not support push options"), "\(text)")
      #expect(text.contains("asks for push-options, which grants do not let through"), "\(text)")
      #expect(text.contains("[new branch]      HEAD -> fix/three"), "\(text) \(outcome.story)")
      #expect(Self.options(bounded) == "0\n", "\(Self.options(bounded))")
    }

    @Test func `other repositories and other requests are outside the grant`() throws {
      let script = """
        git clone -q http://api.test/git/other.git 2>&1
        curl -s --noproxy '*' http://api.test/git/project.git/config
        """
      let (outcome, server) = try Self.run(script, "git: fetch")
      let text = outcome.finished.text
      #expect(text.contains("the path /git/other.git/info/refs is outside grant api"), "\(text)")
      #expect(text.contains("grant api is for git's own requests only"), "\(text)")
      #expect(server.heads.isEmpty)
    }
  }
}
