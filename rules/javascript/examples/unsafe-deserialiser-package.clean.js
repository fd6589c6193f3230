const serialize = require("node-serialize");
const yaml = require("js-yaml");
const php = require("php-serialize");

app.get("/profile", (req, res) => {
  const text = serialize.serialize({ name: "guest" });
  const profile = JSON.parse(req.cookies.profile);
  const rules = yaml.load(req.body.rules, { schema: yaml.JSON_SCHEMA });
  const plain = yaml.load(req.body.rules);
  const state = v8.deserialize(fs.readFileSync("state.bin"));
  res.json([text, profile, rules, plain, state, php.unserialize("i:1;")]);
});
