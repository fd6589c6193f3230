const PLUGINS = { chart: "./plugins/chart", table: "./plugins/table" };

app.get("/plugin/:name", async (req, res) => {
  const plugin = require(PLUGINS[req.params.name]);
  const { language } = req.query;
  if (!["en", "de"].includes(language)) return res.sendStatus(400);
  const words = await import(`./languages/${language}.js`);
  const fixed = require("./plugins/base");
  res.json(plugin.info(req.query.detail, words, fixed));
});
