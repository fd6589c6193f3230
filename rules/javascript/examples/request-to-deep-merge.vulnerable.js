const _ = require("lodash");

app.post("/settings", (req, res) => {
  _.merge(settings, req.body); // finding: request-to-deep-merge
  res.json(settings);
});

app.patch("/profile", (req, res) => {
  const { path, value } = req.body;
  _.set(profile, path, value); // finding: request-to-deep-merge
  const changes = JSON.parse(req.body.changes);
  res.json(_.defaultsDeep({}, changes, DEFAULTS)); // finding: request-to-deep-merge
});

app.post("/theme", (req, res) => {
  res.json(extend(true, {}, DEFAULTS, req.body)); // finding: request-to-deep-merge
});
