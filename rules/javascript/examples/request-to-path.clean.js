const fs = require("fs");
const path = require("path");
const ROOT = path.resolve("uploads");
const PAGES = { home: "home.html" };

app.get("/file", (req, res) => {
  res.sendFile(req.query.name, { root: ROOT });
  fs.readFileSync(path.join(ROOT, path.basename(req.query.name)));
  fs.readFileSync(path.join(ROOT, PAGES[req.query.page]));
  fs.writeFileSync("last.json", JSON.stringify(req.body));
  const file = path.resolve(ROOT, req.query.name);
  if (!file.startsWith(ROOT + path.sep)) return res.sendStatus(403);
  fs.createReadStream(file).pipe(res);
});

app.get("/attachment/:id", async (req, res) => {
  const attachment = await Attachment.findByPk(req.params.id);
  res.sendFile(attachment.path);
  fs.unlinkSync(`cache/${Number(req.params.id)}.json`);
});
