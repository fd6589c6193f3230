app.get("/card", (req, res) => {
  res.render("card", req.query); // finding: request-as-render-options
});

app.post("/card", (req, res) => {
  res.render("card", { ...req.body, title: "Card" }); // finding: request-as-render-options
});

app.post("/letter", async (req, res) => {
  const values = req.body;
  res.render("letter", values); // finding: request-as-render-options
  res.send(await ejs.renderFile("letter.ejs", req.body)); // finding: request-as-render-options
});
