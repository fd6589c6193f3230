extension Sample {
  static let all: [Sample] = python + javaScript + others

  static let python: [Sample] = [
    Sample(
      path: "requirements.txt",
      text: """
        # pinned
        Flask==1.0 ; python_version < "3"
        requests[socks] == 2.31.0 --hash=sha256:ab \\
            --hash=sha256:cd
        odd===2004d  # a comment
        loose>=1.0,<2
        any
        wild==1.*
        thing @ https://example.org/thing-1.0.zip
        git+https://example.org/x.git#egg=x
        -r more.txt
        --index-url https://example.org/simple
        Flask==1.0
        """,
      packages: ["PyPI Flask 1.0 :2", "PyPI requests 2.31.0 :3", "PyPI odd 2004d :5"],
      omissions: [
        "loose :6", "any :7", "wild :8", "thing :9", "git :10", "more.txt :11",
      ]),
    Sample(
      path: "requirements/dev.txt", text: "pytest==8.0\n",
      packages: ["PyPI pytest 8.0 :1 dev"]),
    Sample(
      path: "poetry.lock",
      text: """
        [[package]]
        name = "flask"
        version = "1.0"
        groups = ["main"]

        [[package]]
        name = "pytest"
        version = "8.0"
        groups = ["dev"]

        [[package]]
        name = "old"
        version = "2"
        category = "dev"

        [package.source]
        type = "legacy"
        url = "https://example.org"

        [[package]]
        name = "forked"
        version = "1"

        [package.source]
        type = "git"
        url = "https://example.org/forked.git"

        [metadata]
        lock-version = "2.1"
        """,
      packages: ["PyPI flask 1.0 :2", "PyPI pytest 8.0 :7 dev", "PyPI old 2 :12 dev"],
      omissions: ["forked :21"]),
    Sample(
      path: "uv.lock",
      text: """
        version = 1
        requires-python = ">=3.12"
        [[package]]
        name = "mine"
        version = "0.1.0"
        source = { editable = "." }
        dependencies = [ { name = "flask", marker = "sys_platform == 'linux'" } ]
        [[package]]
        name = "flask"
        version = "1.0"
        source = { registry = "https://example.org/simple" }
        wheels = [
            { url = "https://example.org/f.whl", hash = "sha256:ab" }, # the only one
        ]
        [[package]]
        name = "forked"
        version = "1"
        source = { git = "https://example.org/forked.git#ab" }
        """,
      packages: ["PyPI flask 1.0 :9"], omissions: ["forked :16"]),
    Sample(
      path: "pdm.lock",
      text: """
        [metadata]
        groups = ["default", "dev"]
        lock_version = "4.5.0"
        [[package]]
        name = "flask"
        version = "1.0"
        groups = ["default"]
        [[package]]
        name = "pytest"
        version = "8.0"
        groups = ["dev"]
        [[package]]
        name = "forked"
        version = "1"
        git = "https://example.org/forked.git"
        """,
      packages: ["PyPI flask 1.0 :5", "PyPI pytest 8.0 :9 dev"], omissions: ["forked :13"]),
    Sample(
      path: "pylock.dev.toml",
      text: """
        lock-version = '1.0'
        created-by = 'x'
        [[packages]]
        name = 'flask'
        version = '1.0'
        [[packages.wheels]]
        name = 'flask-1.0.whl'
        [[packages]]
        name = 'forked'
        vcs = {type = 'git', url = 'https://example.org/x'}
        """,
      packages: ["PyPI flask 1.0 :4"], omissions: ["forked :9"]),
    Sample(
      path: "Pipfile.lock",
      text: """
        {"_meta": {"sources": []},
         "default": {
          "flask": {"version": "==1.0"},
          "forked": {"git": "https://example.org/x", "ref": "ab"}},
         "develop": {"pytest": {"version": "==8.0"}}}
        """,
      packages: ["PyPI flask 1.0 :3", "PyPI pytest 8.0 :5 dev"], omissions: ["forked :4"]),
  ]

  static let javaScript: [Sample] = [
    Sample(
      path: "app/package-lock.json",
      text: """
        {"name": "app", "lockfileVersion": 3, "packages": {
          "": {"dependencies": {"a": "^1"}, "devDependencies": {"t": "^1"}},
          "node_modules/a": {"version": "1.0.0", "resolved": "https://example.org/a.tgz"},
          "node_modules/a/node_modules/@s/b": {"version": "2.0.0"},
          "node_modules/t": {"version": "1.1.0", "dev": true},
          "node_modules/alias": {"name": "real", "version": "3.0.0"},
          "node_modules/g": {"version": "1.0.0", "resolved": "git+ssh://git@example.org/g.git#ab"},
          "node_modules/own": {"resolved": "packages/own", "link": true},
          "packages/own": {"version": "0.0.1"}}}
        """,
      packages: [
        "npm a 1.0.0 :3 direct", "npm @s/b 2.0.0 :4", "npm t 1.1.0 :5 dev direct",
        "npm real 3.0.0 :6",
      ], omissions: ["g :7"]),
    Sample(
      path: "npm-shrinkwrap.json",
      text: """
        {"lockfileVersion": 1, "dependencies": {
          "a": {"version": "1.0.0", "dependencies": {
            "b": {"version": "2.0.0"}}},
          "alias": {"version": "npm:@s/real@3.0.0"},
          "g": {"version": "github:x/y#ab"}}}
        """,
      packages: ["npm a 1.0.0 :2", "npm b 2.0.0 :3", "npm @s/real 3.0.0 :4"],
      omissions: ["g :5"]),
    Sample(
      path: "yarn.lock",
      text: """
        # THIS IS AN AUTOGENERATED FILE. DO NOT EDIT THIS FILE DIRECTLY.
        # yarn lockfile v1


        "@s/a@^1.0", "@s/a@^1.1":
          version "1.2.0"
          resolved "https://example.org/a.tgz#ab"
          dependencies:
            b "^2"

        alias@npm:real@^3:
          version "3.0.1"

        "g@git+https://example.org/g.git":
          version "1.0.0"
        """,
      packages: ["npm @s/a 1.2.0 :5", "npm real 3.0.1 :11"], omissions: ["g :14"]),
    Sample(
      path: "berry/yarn.lock",
      text: """
        __metadata:
          version: 8

        "@s/a@npm:^1.0, @s/a@npm:^1.1":
          version: 1.2.0
          resolution: "@s/a@npm:1.2.0"
          languageName: node

        "app@workspace:.":
          version: 0.0.0-use.local
          resolution: "app@workspace:."

        "g@https://example.org/g.git":
          version: 1.0.0
          resolution: "g@https://example.org/g.git#commit=ab"
        """,
      packages: ["npm @s/a 1.2.0 :4"], omissions: ["g :13"]),
    Sample(
      path: "pnpm-lock.yaml",
      text: """
        lockfileVersion: '9.0'
        packages:
          '@s/a@1.2.0':
            resolution: {integrity: sha512-ab}
          b@2.0.0(peer@1.0.0):
            resolution: {integrity: sha512-cd}
          g@https://example.org/g.tgz:
            resolution: {tarball: https://example.org/g.tgz}
        """,
      packages: ["npm @s/a 1.2.0 :3", "npm b 2.0.0 :5"],
      omissions: ["g@https://example.org/g.tgz :7"]),
    Sample(
      path: "five/pnpm-lock.yaml",
      text: """
        lockfileVersion: 5.4
        packages:
          /@s/a/1.2.0:
            dev: true
          /b/2.0.0_peer@1.0.0:
            dev: false
          example.org/g/ab:
            name: g
        """,
      packages: ["npm @s/a 1.2.0 :3 dev", "npm b 2.0.0 :5"], omissions: ["g :7"]),
  ]

  static let others: [Sample] = [
    Sample(
      path: "Cargo.lock",
      text: """
        version = 3

        [[package]]
        name = "mine"
        version = "0.1.0"
        dependencies = [
         "smallvec",
        ]

        [[package]]
        name = "smallvec"
        version = "1.6.0"
        source = "registry+https://github.com/rust-lang/crates.io-index"

        [[package]]
        name = "forked"
        version = "1.0.0"
        source = "git+https://example.org/forked#ab"
        """,
      packages: ["crates.io smallvec 1.6.0 :11"], omissions: ["forked :16"]),
    Sample(
      path: "go.mod",
      text: """
        module example.org/mine

        go 1.22

        require example.org/a v1.0.0
        require (
        \texample.org/b v1.2.3-0.20200101000000-abcdefabcdef // indirect
        \texample.org/c v2.0.0+incompatible
        \texample.org/d v1.0.0
        )
        replace example.org/c => example.org/other v2.0.1
        replace (
        \texample.org/d v1.0.0 => ./d
        )
        """,
      packages: [
        "Go example.org/a 1.0.0 :5 direct",
        "Go example.org/b 1.2.3-0.20200101000000-abcdefabcdef :7",
        "Go example.org/other 2.0.1 :8 direct",
      ], omissions: ["example.org/d :9"]),
    Sample(
      path: "Gemfile.lock",
      text: """
        GIT
          remote: https://example.org/forked.git
          revision: ab
          specs:
            forked (1.0)

        GEM
          remote: https://rubygems.org/
          specs:
            nokogiri (1.15.0-x86_64-linux)
              racc (~> 1.4)
            racc (1.7.0)

        PLATFORMS
          ruby

        DEPENDENCIES
          forked!
          nokogiri (~> 1.15)
        """,
      packages: ["RubyGems nokogiri 1.15.0 :10 direct", "RubyGems racc 1.7.0 :12"],
      omissions: ["forked :5"]),
    Sample(
      path: "composer.lock",
      text: """
        {"packages": [{"name": "a/b", "version": "v1.0.0"},
          {"name": "a/main", "version": "dev-main"}],
         "packages-dev": [
          {"name": "a/test", "version": "2.0"}]}
        """,
      packages: ["Packagist a/b v1.0.0 :1", "Packagist a/test 2.0 :4 dev"],
      omissions: ["a/main :2"]),
    Sample(
      path: "packages.lock.json",
      text: """
        {"version": 1, "dependencies": {"net8.0": {
          "A.B": {"type": "Direct", "resolved": "1.0.0"},
          "C": {"type": "Transitive", "resolved": "2.0.0"},
          "mine": {"type": "Project"}},
         "net9.0": {"A.B": {"type": "Direct", "resolved": "1.0.0"}}}}
        """,
      packages: ["NuGet A.B 1.0.0 :2 direct", "NuGet C 2.0.0 :3"]),
  ]
}
