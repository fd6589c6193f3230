app.post("/forgot", async (req, res) => {
  const link = `https://${req.headers.host}/reset/${user.token}`; // finding: request-host-in-link
  await send(user.mail, link);
  res.end();
});

app.post("/register", async (req, res) => {
  await send(user.mail, `Open ${req.protocol}://${req.get("host")}/verify?code=${code}`); // finding: request-host-in-link
  const base = "http://" + req.headers.host + "/confirm/" + token; // finding: request-host-in-link
  res.json({ base });
});
