const jwt = require("jsonwebtoken");

app.get("/me", (req, res) => {
  const token = req.headers.authorization.split(" ")[1];
  const header = jwt.decode(token, { complete: true }).header;
  jwt.verify(token, keys[header.kid], { algorithms: ["RS256"] });
  const claims = jwt.decode(token);
  res.json([claims, jwt.decode(issued), jwt.verify(req.cookies.token, KEY)]);
});
