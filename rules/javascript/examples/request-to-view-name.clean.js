const VIEWS = { start: "help/start", faq: "help/faq" };

app.get("/help", (req, res) => {
  res.render("help", { topic: req.query.topic });
  res.render(VIEWS[req.query.topic]);
  const { topic } = req.query;
  if (!["start", "faq"].includes(topic)) return res.sendStatus(404);
  res.render(`help/${topic}`);
});
