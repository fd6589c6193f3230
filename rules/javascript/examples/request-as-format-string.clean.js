const util = require("util");

app.get("/item", (req, res) => {
  console.log("looking up %s for %s", req.query.name, req.user.id);
  console.error(`failed for ${Number(req.params.id)}`, new Error("no item"));
  console.log("request", req.query);
  console.log(`looking up ${req.query.name}`);
  res.send({ line: util.format("%s", req.query.name) });
});
