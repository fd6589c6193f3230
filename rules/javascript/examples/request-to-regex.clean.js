app.get("/search", async (req, res) => {
  const pattern = new RegExp(_.escapeRegExp(req.query.q), "i");
  const escaped = new RegExp(req.query.q.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const { name } = req.query;
  const found = /^[a-z]+$/.test(name);
  const fixed = new RegExp("^" + PREFIX);
  const repeated = new RegExp(`^a{${Number(req.query.count)}}$`);
  res.json([pattern, escaped, found, fixed, repeated, ITEMS.indexOf(req.query.q)]);
});
