const fs = require("fs");
const path = require("path");

app.get("/file", (req, res) => {
  res.send(fs.readFileSync("uploads/" + req.query.name)); // finding: request-to-path
});

app.get("/download/:name", (req, res) => {
  const file = path.join(__dirname, "reports", req.params.name);
  res.download(file); // finding: request-to-path
});

app.delete("/file", async (req, res) => {
  const { name } = req.body;
  await fs.promises.unlink(`./uploads/${name}`); // finding: request-to-path
  res.end();
});

http.createServer((req, res) => {
  const { pathname } = url.parse(req.url);
  fs.createReadStream("." + pathname).pipe(res); // finding: request-to-path
});

app.get("/page", (req, res) => {
  res.sendFile(path.resolve("pages", req.query.page)); // finding: request-to-path
});
