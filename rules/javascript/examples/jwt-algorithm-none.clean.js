const jwt = require("jsonwebtoken");

function read(token) {
  const claims = jwt.verify(token, KEY, { algorithms: ["HS256"] });
  return jwt.sign(claims, KEY, { algorithm: "HS256" });
}
app.use(expressjwt({ secret: KEY, algorithms: ["RS256"] }));
const display = { algorithms: ["none"] };
