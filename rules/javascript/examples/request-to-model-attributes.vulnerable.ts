app.post("/users", async (req, res) => {
  const user = new User(req.body); // finding: request-to-model-attributes
  await user.save();
  res.json(await User.create(req.body)); // finding: request-to-model-attributes
});

app.put("/users/:id", async (req, res) => {
  const changes = req.body;
  await User.findByIdAndUpdate(req.params.id, changes); // finding: request-to-model-attributes
  await Account.update(req.body, { where: { id: req.params.id } }); // finding: request-to-model-attributes
  await prisma.account.update({ where: { id: 1 }, data: { ...req.body } }); // finding: request-to-model-attributes
  res.end();
});
