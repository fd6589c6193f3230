import * as xpath from "xpath";

app.post("/login", (req, res) => {
  const path = "//user[name='" + req.body.name + "']";
  res.json(xpath.select(path, users)); // finding: request-to-xpath
});

app.get("/book", (req, res) => {
  res.json(xpath.select1(`//book[@id='${req.query.id}']`, books)); // finding: request-to-xpath
});

app.get("/any", (req, res) => {
  const { path } = req.query;
  res.json(books.evaluate(path, books, null, 0, null)); // finding: request-to-xpath
});
