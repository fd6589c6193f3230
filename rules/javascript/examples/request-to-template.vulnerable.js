const ejs = require("ejs");
const pug = require("pug");

app.post("/preview", (req, res) => {
  res.send(ejs.render(req.body.template, { user: req.user })); // finding: request-to-template
});

app.get("/card", (req, res) => {
  const { name } = req.query;
  const source = "h1 Hello " + name;
  res.send(pug.render(source)); // finding: request-to-template
});

app.post("/letter", (req, res) => {
  const letter = Handlebars.compile(`Dear ${req.body.name}, welcome`); // finding: request-to-template
  res.send(letter({}) + nunjucks.renderString(req.body.text, {})); // finding: request-to-template
});
