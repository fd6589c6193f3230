app.get("/hello", (req, res) => {
  res.send("<h1>Hello " + req.query.name + "</h1>"); // finding: request-to-response
});

app.get("/search", (req, res) => {
  const { term } = req.query;
  const page = `<p>Nothing found for ${term}.</p>`;
  res.status(404).send(page); // finding: request-to-response
});

app.post("/echo", (req, res) => {
  res.write(`<pre>${req.body.text.trim()}</pre>`); // finding: request-to-response
  res.end();
});

app.get("/raw", (req, res) => {
  res.send(req.query.message); // finding: request-to-response
});

router.get("/welcome", (ctx) => {
  ctx.body = `<b>${ctx.query.name}</b>`; // finding: request-to-response
});
