const util = require("util");

app.get("/item", (req, res) => {
  console.log("looking up " + req.query.name, req.user.id); // finding: request-as-format-string
  console.error(`failed for ${req.params.id}`, new Error("no item")); // finding: request-as-format-string
  const { name } = req.query;
  const line = util.format(`item ${name} of %s`, req.user.name); // finding: request-as-format-string
  res.send({ line });
});
