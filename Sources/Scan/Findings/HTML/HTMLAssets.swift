/// Style and script of a page; its policy names their digests.
enum HTMLAssets {
  static let style = """

    :root { color-scheme: light dark; --back: #f6f7f9; --front: #fff; --text: #1c2430; --dim: #5b6676;
      --line: #d9dee6; --accent: #2f6fde; --critical: #8e1f5b; --high: #c62f2f; --medium: #b86a00;
      --low: #2f6fde; --info: #5b6676; --good: #2c8a57; }
    @media (prefers-color-scheme: dark) { :root { --back: #12161d; --front: #1b212b; --text: #e4e9f0;
      --dim: #9aa6b6; --line: #303947; --accent: #7aa7f7; --critical: #c2558f; --high: #d95656;
      --medium: #c98a2d; --low: #4f83dd; --info: #77839a; --good: #3f9d69; } }
    * { box-sizing: border-box; }
    body { margin: 0; background: var(--back); color: var(--text);
      font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
    main { max-width: 1100px; margin: 0 auto; padding: 24px 16px 64px; display: grid; gap: 16px;
      grid-template-columns: 1fr 1fr; }
    header, .wide, .cards, #filters, #findings { grid-column: 1 / -1; }
    h1 { margin: 0; font-size: 24px; overflow-wrap: anywhere; }
    h2 { margin: 0 0 10px; font-size: 15px; }
    .verdict { margin: 4px 0 0; color: var(--dim); overflow-wrap: anywhere; }
    .alarm { color: var(--high); font-weight: 600; }
    section, form { background: var(--front); border: 1px solid var(--line); border-radius: 10px;
      padding: 16px; min-width: 0; }
    section p { margin: 8px 0 0; color: var(--dim); font-size: 13px; }
    .cards > div { display: grid; grid-template-columns: repeat(5, 1fr); gap: 8px; }
    .card { border-radius: 8px; padding: 8px 12px; color: #fff; text-transform: capitalize; }
    .card b { display: block; font-size: 26px; line-height: 1.2; }
    .card.critical, .pill.critical { background: var(--critical); }
    .card.high, .pill.high { background: var(--high); }
    .card.medium, .pill.medium { background: var(--medium); }
    .card.low, .pill.low { background: var(--low); }
    .card.info, .pill.info { background: var(--info); }
    svg.bar { width: 100%; height: 18px; border-radius: 5px; display: block; }
    svg.line { width: 100%; height: 10px; display: block; }
    svg.line rect { fill: var(--accent); }
    svg.map { width: 100%; height: auto; display: block; }
    svg.map rect { stroke: var(--front); stroke-width: 2; }
    svg.map g[data-path] { cursor: pointer; }
    svg.map text { fill: #fff; font-size: 12px; pointer-events: none; }
    rect.critical { fill: var(--critical); } rect.high { fill: var(--high); }
    rect.medium { fill: var(--medium); } rect.low { fill: var(--low); }
    rect.info { fill: var(--info); } rect.new { fill: var(--high); }
    rect.updated { fill: var(--medium); } rect.unchanged { fill: var(--info); }
    rect.absent { fill: var(--line); } rect.parsed { fill: var(--good); }
    .scroll { overflow-x: auto; }
    table { border-collapse: collapse; width: 100%; font-size: 13px; margin-top: 8px; }
    th { text-align: left; vertical-align: top; font-weight: 600; padding: 4px 12px 4px 0;
      white-space: nowrap; }
    td { padding: 4px 12px 4px 0; vertical-align: top; }
    .scroll td:last-child { min-width: 220px; }
    .kinds th { font-weight: 400; white-space: normal; width: 45%; }
    .kinds td:last-child { width: 40%; vertical-align: middle; padding-right: 0; }
    form { display: flex; flex-wrap: wrap; gap: 8px 20px; align-items: center; font-size: 13px; }
    form[hidden], .finding[hidden] { display: none; }
    fieldset { border: 0; margin: 0; padding: 0; display: flex; flex-wrap: wrap; gap: 4px 12px; }
    input[type=search], select { font: inherit; padding: 4px 8px; border-radius: 6px;
      border: 1px solid var(--line); background: var(--back); color: inherit; max-width: 100%; }
    .finding { border-top: 1px solid var(--line); padding: 8px 0; }
    .finding:first-of-type { border-top: 0; }
    summary { cursor: pointer; overflow-wrap: anywhere; }
    summary code { color: var(--dim); font-size: 12px; }
    .pill, .state { display: inline-block; border-radius: 999px; padding: 0 9px; font-size: 11px;
      line-height: 19px; color: #fff; }
    .state { background: none; border: 1px solid var(--line); color: var(--dim); }
    .finding p { color: inherit; font-size: 14px; white-space: pre-wrap; overflow-wrap: anywhere; }
    pre { margin: 10px 0; padding: 10px 12px; background: var(--back); border-radius: 8px;
      overflow-x: auto; font-size: 12.5px; line-height: 1.55; tab-size: 4; }
    pre .number { display: inline-block; width: 4ch; margin-right: 12px; text-align: right;
      color: var(--dim); user-select: none; }
    mark { background: color-mix(in srgb, var(--medium) 28%, transparent); color: inherit; }
    dl { display: grid; grid-template-columns: max-content 1fr; gap: 2px 16px; margin: 8px 0 0;
      font-size: 13px; }
    dt { color: var(--dim); } dd { margin: 0; overflow-wrap: anywhere; }
    a { color: var(--accent); }
    @media (max-width: 640px) { main { grid-template-columns: minmax(0, 1fr); padding: 16px 10px 48px; }
      .cards > div { grid-template-columns: repeat(3, 1fr); } }
    @media print { form { display: none; } section { break-inside: avoid-page; } }

    """

  static let script = """

    (() => {
      const form = document.querySelector("#filters");
      if (!form) return;
      const findings = [...document.querySelectorAll(".finding")];
      const texts = findings.map((finding) => finding.textContent.toLowerCase());
      const update = () => {
        const data = new FormData(form);
        const severities = new Set(data.getAll("severity"));
        const states = new Set(data.getAll("state"));
        const tool = data.get("tool");
        const text = data.get("text").toLowerCase();
        let shown = 0;
        findings.forEach((finding, index) => {
          const fits = severities.has(finding.dataset.severity) && states.has(finding.dataset.state)
            && (!tool || finding.dataset.tools.split(" ").includes(tool))
            && (!text || texts[index].includes(text));
          finding.hidden = !fits;
          if (fits) shown += 1;
        });
        document.querySelector("#shown").textContent = `${shown} of ${findings.length} shown`;
      };
      form.addEventListener("input", update);
      form.addEventListener("submit", (event) => event.preventDefault());
      for (const area of document.querySelectorAll("[data-path]")) {
        area.addEventListener("click", () => {
          form.elements.text.value = area.dataset.path;
          update();
          form.scrollIntoView();
        });
      }
      form.hidden = false;
      update();
    })();

    """
}
