app.post("/call", async (req, res) => {
  res.json(await service[req.body.method](req.body.argument)); // finding: request-to-method-name
});

app.get("/tool/:action", (req, res) => {
  const { action } = req.params;
  res.json(tools[action].call(tools, req.query)); // finding: request-to-method-name
});

router.post("/make", (ctx) => {
  ctx.body = new shapes[ctx.request.body.kind](); // finding: request-to-method-name
});
