const jwt = require("jsonwebtoken");

app.use((req, res, next) => {
  req.user = jwt.decode(req.cookies.token); // finding: jwt-decoded-unverified
  next();
});

app.get("/me", (req, res) => {
  const token = req.headers.authorization.split(" ")[1];
  const claims = jwt.decode(token); // finding: jwt-decoded-unverified
  res.json(jwtDecode(req.body.token) || claims); // finding: jwt-decoded-unverified
});
