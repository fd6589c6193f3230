import * as xpath from "xpath";

app.get("/book", (req, res) => {
  const select = xpath.parse("//book[@id=$id]");
  res.json(select.select({ node: books, variables: { id: req.query.id } }));
  res.json(xpath.select(`//book[${Number(req.query.index)}]`, books));
  res.json(xpath.select("//book", books).filter((book) => book.id === req.query.id));
  res.json(xpath.select(PATHS[req.query.kind], books));
});
