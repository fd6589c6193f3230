app.post("/login", (req, res) => {
  if (req.body.user === "admin" && req.body.password === "not-a-real-one") { // finding: hard-coded-password-check
    return res.redirect("/admin");
  }
  const { password } = req.body;
  if (password == "other-fake-one") return res.redirect("/"); // finding: hard-coded-password-check
  if (password !== "third-fake-one") return res.sendStatus(401); // finding: hard-coded-password-check
  res.end();
});
