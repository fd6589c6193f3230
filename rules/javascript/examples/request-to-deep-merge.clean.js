const _ = require("lodash");

app.post("/settings", (req, res) => {
  _.merge(settings, _.pick(req.body, ["theme", "language"]));
  _.merge(settings, DEFAULTS);
  Object.assign(settings, { theme: req.body.theme });
  _.set(settings, "theme", req.body.theme);
  _.merge(settings, SettingsSchema.parse(req.body));
  res.json({ ...settings, theme: req.body.theme });
});
