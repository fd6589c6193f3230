app.post("/forgot", async (req, res) => {
  const link = `${config.site}/reset/${user.token}`;
  await send(user.mail, link);
  const self = `${req.protocol}://${req.get("host")}/items`;
  const home = "http://" + req.headers.host + "/";
  log.info(`request for ${req.headers.host}`);
  res.json({ self, home });
});
