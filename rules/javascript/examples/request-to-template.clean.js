const ejs = require("ejs");
const pug = require("pug");

app.post("/preview", async (req, res) => {
  res.send(ejs.render("<h1><%= name %></h1>", { name: req.body.name }));
  res.send(pug.renderFile("card.pug", { name: req.query.name }));
  const letter = Handlebars.compile("Dear {{name}}");
  res.send(letter({ name: req.body.name }));
  const stored = await Template.findByPk(req.params.id);
  res.send(ejs.render(stored.text, { name: req.body.name }));
});
