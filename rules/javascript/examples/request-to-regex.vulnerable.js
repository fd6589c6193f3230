app.get("/search", async (req, res) => {
  const pattern = new RegExp(req.query.q, "i"); // finding: request-to-regex
  res.json(ITEMS.filter((item) => pattern.test(item.name)));
});

app.get("/items", async (req, res) => {
  const { name } = req.query;
  const start = RegExp("^" + name); // finding: request-to-regex
  res.json(await Item.find({ name: { $regex: name, $options: "i" } })); // finding: request-to-regex
  res.json(await Item.find({ name: start }));
});

router.get("/tags", (ctx) => {
  ctx.body = TAGS.filter((tag) => new RegExp(`^${ctx.query.tag}`).test(tag)); // finding: request-to-regex
});
