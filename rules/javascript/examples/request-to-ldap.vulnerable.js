app.post("/login", (req, res) => {
  const filter = "(uid=" + req.body.name + ")";
  client.search("ou=people,dc=shop", { filter, scope: "sub" }, done); // finding: request-to-ldap
});

app.get("/person", (req, res) => {
  ldapClient.search("dc=shop", { filter: `(cn=${req.query.name})` }, done); // finding: request-to-ldap
  ldapClient.bind(`cn=${req.query.name},dc=shop`, req.query.password, done); // finding: request-to-ldap
});
