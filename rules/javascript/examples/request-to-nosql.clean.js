app.post("/login", async (req, res) => {
  await User.findOne({ name: String(req.body.name) });
  await User.findOne({ name: { $eq: req.body.name } });
  await User.findOne({ name: req.body.name.toString() });
  await User.findOne({ where: { name: req.body.name } });
  await User.findById(req.params.id);
  await User.findOne({ _id: new ObjectId(req.body.id) });
  await User.findOne({ slug: req.params.slug });
  const { token } = req.body;
  if (typeof token !== "string") return res.sendStatus(400);
  await User.findOne({ token });
  res.end();
});
