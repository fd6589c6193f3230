const { exec, execFile } = require("node:child_process");
const HOSTS = { main: "10.0.0.1" };

app.get("/ping", (req, res) => {
  execFile("ping", ["-c", "1", "--", req.query.host], (error, out) => res.end(out));
  exec("ping -c 1 localhost");
  exec(`ping -c ${parseInt(req.query.count, 10)} localhost`);
  exec(`ping -c 1 ${HOSTS[req.query.host]}`);
  const kind = req.query.kind;
  if (!["mp3", "ogg"].includes(kind)) return res.sendStatus(400);
  exec(`encode song.${kind}`);
  const match = /^a(b)$/.exec(req.query.text);
  Model.find(req.params.id).exec((error, item) => res.json(item));
});
