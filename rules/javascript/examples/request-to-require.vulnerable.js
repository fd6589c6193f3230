app.get("/plugin/:name", (req, res) => {
  const plugin = require("./plugins/" + req.params.name); // finding: request-to-require
  res.json(plugin.info());
});

app.get("/language", (req, res) => {
  const file = path.join(__dirname, "languages", req.query.language);
  res.json(require(file)); // finding: request-to-require
});

fastify.get("/handler", async (request) => {
  const { kind } = request.query;
  const loaded = await import(`./handlers/${kind}.js`); // finding: request-to-require
  return loaded.default();
});
