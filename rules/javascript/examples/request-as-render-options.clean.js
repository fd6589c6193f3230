app.get("/card", (req, res) => {
  res.render("card", { name: req.query.name });
  res.render("card", { query: req.query });
  const values = { name: req.body.name };
  res.render("card", values);
  res.json(req.body);
});
