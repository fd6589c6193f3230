const ACTIONS = new Map([["list", list]]);

app.post("/call", async (req, res) => {
  const action = ACTIONS.get(req.body.method);
  if (action) res.json(await action(req.body.argument));
  const { method } = req.body;
  if (!["list", "count"].includes(method)) return res.sendStatus(400);
  res.json(await service[method]());
  res.json(ROWS[Number(req.query.row)]());
  res.json(TEXTS[req.query.language].toUpperCase());
});
