app.post("/login", async (req, res) => {
  if (req.body.password === "") return res.sendStatus(400);
  if (typeof req.body.password !== "string") return res.sendStatus(400);
  if (req.body.password !== req.body.repeated) return res.sendStatus(400);
  if (input.type === "password") input.focus();
  if (!(await bcrypt.compare(req.body.password, account.hash))) return res.sendStatus(401);
  if (password === process.env.ADMIN_PASSWORD) res.end();
});
