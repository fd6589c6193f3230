app.post("/login", async (req, res) => {
  const user = await User.findOne({
    name: req.body.name, // finding: request-to-nosql
    password: req.body.password, // finding: request-to-nosql
  });
  res.json(user);
});

app.post("/reset", async (req, res) => {
  const { token } = req.body;
  await User.updateOne({ token }, { token: null }); // finding: request-to-nosql
  await db.collection("users").deleteOne({ token: req.query.token }); // finding: request-to-nosql
  res.json(await db.collection("users").find(req.body).toArray()); // finding: request-to-nosql
});
