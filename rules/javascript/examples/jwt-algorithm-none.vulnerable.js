const jwt = require("jsonwebtoken");
const algorithms = ["HS256", "none"];

function read(token) {
  const claims = jwt.verify(token, "", { algorithms: ["none"] }); // finding: jwt-algorithm-none
  const other = jwt.verify(token, KEY, { issuer: "shop", algorithms: ["HS256", "none"] }); // finding: jwt-algorithm-none
  return jwt.sign({ ...claims, ...other }, null, { algorithm: "none" }); // finding: jwt-algorithm-none
}
app.use(expressjwt({ secret: KEY, algorithms: ["none"] })); // finding: jwt-algorithm-none
