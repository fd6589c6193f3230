app.get("/page/:name", (req, res) => {
  res.render(req.params.name); // finding: request-to-view-name
});

app.get("/help", (req, res) => {
  const { topic } = req.query;
  const view = `help/${topic}`;
  res.status(200).render(view, { title: "Help" }); // finding: request-to-view-name
});

router.get("/docs", async (ctx) => {
  await ctx.render("docs/" + ctx.query.page); // finding: request-to-view-name
});
