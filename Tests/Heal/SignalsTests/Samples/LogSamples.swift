extension FormatSamples {
  static let logs: [`Formats by their look`.Sample] = [
    .init(
      "GitHub Actions",
      """
      2026-03-04T05:06:07.1234567Z ##[group]Run make
      2026-03-04T05:06:07.1234567Z make
      2026-03-04T05:06:07.1234567Z ##[endgroup]
      2026-03-04T05:06:08.1234567Z ::warning file=a.py,line=3,col=5,title=Style::too%0Along
      2026-03-04T05:06:08.1234567Z ##[error]a.c:3:5: error: no
      2026-03-04T05:06:09.1234567Z ##[error]Process completed with exit code 2.
      """,
      signals: ["lint Style a.py:3:5 too\nlong", "lint - a.c:3:5 no"]),
    .init(
      "GitLab",
      "section_start:1700000000:build\r\u{1B}[0KBuild\nmake: *** [Makefile:3: all] Error 1\nsection_end:1700000000:build\r\u{1B}[0K\nERROR: Job failed: exit code 1\n",
      signals: ["ciFailure - Makefile:3 [Makefile:3: all] Error 1"]),
    .init(
      "A job that says no more", "ok so far\nProcess completed with exit code 137.\n",
      signals: ["ciFailure - - Process completed with exit code 137."]),
    .init(
      "npm", "npm ERR! code ERESOLVE\nnpm ERR! code ERESOLVE\n",
      signals: ["ciFailure - - code ERESOLVE"]),
    .init(
      "pip", "ERROR: No matching distribution found for nothing==9\n",
      signals: ["ciFailure - - No matching distribution found for nothing==9"]),
    .init(
      "Azure Pipelines",
      "##vso[task.logissue type=error;sourcepath=a.cs;linenumber=3;columnnumber=5;code=CS1]no\n",
      signals: ["lint CS1 a.cs:3:5 no"]),
    .init(
      "TeamCity",
      """
      ##teamcity[testStarted name='adds']
      ##teamcity[testFinished name='adds' duration='12']
      ##teamcity[testFailed name='isWrong' message='6 |'is not|' 7' details='at x|n']
      ##teamcity[testFinished name='isWrong' duration='1']
      """,
      tests: ["passed adds -", "failed isWrong -"]),
    .init(
      "A line of a structured log",
      #"{"level":"info","msg":"fine"}"# + "\n"
        + #"{"level":"error","msg":"no cart","file":"cart.py","line":3}"# + "\n",
      signals: ["lint - cart.py:3 no cart"]),
  ]

  static let documents: [`Formats by their look`.Sample] = [
    .init(
      "A CloudEvent",
      #"{"specversion":"1.0","id":"1","source":"/monitor","type":"shop.down","data":{"message":"no cart","severity":"critical"}}"#,
      signals: ["event shop.down - no cart"]),
    .init(
      "A report inside a CloudEvent",
      #"{"specversion":"1.0","id":"1","source":"/ci","type":"lint","data":[{"filePath":"/a.js","messages":[{"ruleId":"eqeqeq","severity":2,"message":"no","line":3,"column":5}]}]}"#,
      signals: ["lint eqeqeq /a.js:3:5 no"]),
    .init(
      "Our own SARIF, whose rules stand behind their tool",
      #"{"version":"2.1.0","runs":[{"tool":{"driver":{"name":"Sentinel"}},"results":[{"ruleId":"bandit/B110","message":{"text":"pass"},"locations":[{"physicalLocation":{"artifactLocation":{"uri":"a.py"},"region":{"startLine":3,"startColumn":5}}}]}]}]}"#,
      signals: ["finding B110 a.py:3:5 pass"]),
    .init(
      "SARIF of others, whose rules may hold a slash",
      #"{"version":"2.1.0","runs":[{"tool":{"driver":{"name":"CodeQL"}},"results":[{"ruleId":"py/sql","message":{"text":"no"},"locations":[{"physicalLocation":{"artifactLocation":{"uri":"a.py"},"region":{"startLine":3,"startColumn":5}}}]}]}]}"#,
      signals: ["finding py/sql a.py:3:5 no"]),
    .init(
      "Alerts of Prometheus",
      #"{"alerts":[{"labels":{"alertname":"Down","severity":"critical"},"annotations":{"summary":"shop is down"}}]}"#,
      signals: ["event Down - shop is down"]),
    .init(
      "An exception of a monitor",
      #"{"platform":"python","exception":{"values":[{"type":"KeyError","value":"'x'","stacktrace":{"frames":[{"filename":"shop/cart.py","function":"total","lineno":3}]}}]}}"#,
      signals: ["stackTrace KeyError shop/cart.py:3 'x'"]),
    .init(
      "Checkstyle",
      #"<?xml version="1.0"?><checkstyle><file name="a.js"><error line="3" column="5" severity="error" message="no" source="eqeqeq"/></file></checkstyle>"#,
      signals: ["lint eqeqeq a.js:3:5 no"]),
    .init(
      "PMD and Cppcheck",
      #"<pmd><file name="A.java"><violation beginline="3" begincolumn="5" rule="Empty" priority="3">no</violation></file></pmd>"#,
      signals: ["lint Empty A.java:3:5 no"]),
    .init(
      "PHPStan",
      #"{"totals":{"errors":0},"files":{"/srv/a.php":{"errors":1,"messages":[{"message":"no","line":3}]}}}"#,
      signals: ["lint - /srv/a.php:3 no"]),
    .init(
      "RuboCop",
      #"{"metadata":{"rubocop_version":"1"},"files":[{"path":"a.rb","offenses":[{"severity":"convention","message":"no","cop_name":"Style/X","location":{"start_line":3,"start_column":5,"line":3,"column":5}}]}]}"#,
      signals: ["lint Style/X a.rb:3:5 no"]),
    .init(
      "Pyright counts from zero",
      #"{"generalDiagnostics":[{"file":"/a.py","severity":"error","message":"no","range":{"start":{"line":2,"character":4}},"rule":"reportX"}]}"#,
      signals: ["lint reportX /a.py:3:5 no"]),
    .init(
      "golangci-lint",
      #"{"Issues":[{"FromLinter":"errcheck","Text":"no","Pos":{"Filename":"a.go","Line":3,"Column":5}}]}"#,
      signals: ["lint errcheck a.go:3:5 no"]),
    .init(
      "GitLab's code quality",
      #"[{"description":"no","check_name":"X1","severity":"major","location":{"path":"a.py","lines":{"begin":3}}}]"#,
      signals: ["lint X1 a.py:3 no"]),
    .init(
      "rdjson",
      #"{"source":{"name":"tool"},"diagnostics":[{"message":"no","location":{"path":"a.py","range":{"start":{"line":3,"column":5}}},"severity":"ERROR","code":{"value":"X1"}}]}"#,
      signals: ["lint X1 a.py:3:5 no"]),
    .init(
      "A document behind a greeting",
      "> lint\n> tool --json\n\n[\n{\"filename\":\"a.py\",\"code\":\"X1\",\"message\":\"no\",\"location\":{\"row\":3,\"column\":5}}\n]\nbye\n",
      signals: ["lint X1 a.py:3:5 no"]),
  ]
}
