app.post("/users", async (req, res) => {
  const user = new User({ name: req.body.name, email: req.body.email });
  const { name, email } = req.body;
  await User.create({ name, email });
  await prisma.account.create({ data: { name } });
  await User.create(_.pick(req.body, ["name", "email"]));
  const command = new CreateUserCommand(req.body);
  const input = UserSchema.parse(req.body);
  await User.create(input);
  const item = await service.create(req.body);
  res.json([user, item, new Error(req.body.reason), command]);
});
