app.post("/enter", async (req, res) => {
  const account = await Account.verify(req.body.name, req.body.password);
  req.session.userId = account.id;
  req.session.role = account.role;
  req.session.theme = req.body.theme;
  req.session.returnTo = req.query.returnTo;
  req.session.isAdmin = false;
  res.redirect("/");
});
