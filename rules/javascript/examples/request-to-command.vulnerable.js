const { exec, spawn } = require("node:child_process");
const cp = require("child_process");

app.get("/ping", (req, res) => {
  exec("ping -c 1 " + req.query.host, (error, out) => res.end(out)); // finding: request-to-command
});

app.post("/convert", (req, res) => {
  const { name, format } = req.body;
  const command = `convert uploads/${name} out.${format}`;
  cp.execSync(command); // finding: request-to-command
  res.end();
});

app.get("/run/:tool", (req, res) => {
  spawn(req.params.tool, ["--version"]).stdout.pipe(res); // finding: request-to-command
});

router.get("/whois", async (ctx) => {
  ctx.body = await execAsync(`whois ${ctx.query.domain.trim()}`); // finding: request-to-command
});

fastify.get("/log", async (request) => {
  spawn("sh", ["-c", "tail -n 10 " + request.query.file]); // finding: request-to-command
});
