const escapeHtml = require("escape-html");

app.get("/hello", async (req, res) => {
  res.send("<h1>Hello " + escapeHtml(req.query.name) + "</h1>");
  res.json({ message: `Hello ${req.query.name}` });
  res.send({ message: `Hello ${req.query.name}` });
  res.render("hello", { name: req.query.name });
  res.send(`<p>${Number(req.query.page)}</p>`);
  res.type("text/plain").send("Hello " + req.query.name);
  const item = await Item.findOne({ name: `item-${req.query.name}` });
  res.send(item);
  res.send("<h1>Hello</h1>");
});

app.get("/csv", (req, res) => {
  res.setHeader("Content-Type", "text/csv");
  res.write("name," + req.query.name);
  res.end();
});
