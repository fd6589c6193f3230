app.post("/login", (req, res) => {
  const filter = new EqualityFilter({ attribute: "uid", value: req.body.name });
  client.search("ou=people,dc=shop", { filter, scope: "sub" }, done);
  client.search("dc=shop", { filter: `(uid=${escapeFilter(req.body.name)})` }, done);
  client.search("dc=shop", { filter: `(number=${Number(req.body.number)})` }, done);
  client.search("dc=shop", { filter: "(uid=guest)" }, done);
});
