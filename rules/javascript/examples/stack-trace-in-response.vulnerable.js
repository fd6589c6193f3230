app.use((error, req, res, next) => {
  res.status(500).send(error.stack); // finding: stack-trace-in-response
});

app.get("/item", async (req, res) => {
  try {
    res.json(await load(req.params.id));
  } catch (err) {
    res.status(500).json({ message: err.message, stack: err.stack }); // finding: stack-trace-in-response
    res.end(`<pre>${err.stack}</pre>`); // finding: stack-trace-in-response
  }
});
