app.post("/enter", (req, res) => {
  req.session.userId = req.body.userId; // finding: request-in-session-identity
  req.session.isAdmin = req.query.admin; // finding: request-in-session-identity
  res.redirect("/");
});

app.post("/role", (req, res) => {
  const { role } = req.body;
  req.session.role = role; // finding: request-in-session-identity
  res.end();
});

app.get("/as", (req, res) => {
  req.session.user = req.cookies.user; // finding: request-in-session-identity
  res.end();
});
