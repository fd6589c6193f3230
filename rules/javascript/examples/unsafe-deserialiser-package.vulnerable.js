const serialize = require("node-serialize");
const yaml = require("js-yaml");

app.get("/profile", (req, res) => {
  const text = Buffer.from(req.cookies.profile, "base64").toString();
  const profile = serialize.unserialize(text); // finding: unsafe-deserialiser-package
  const other = require("node-serialize").unserialize(req.body.other); // finding: unsafe-deserialiser-package
  const rules = yaml.load(text, { schema: yaml.DEFAULT_FULL_SCHEMA }); // finding: unsafe-deserialiser-package
  const copy = cryo.parse(text); // finding: unsafe-deserialiser-package
  res.json([profile, other, rules, copy]);
});
