const fs = require("fs");
const path = require("path");

zipfile.on("entry", (entry) => {
  const target = path.resolve(ROOT, entry.fileName);
  if (!target.startsWith(ROOT + path.sep)) throw new Error("outside");
  fs.createWriteStream(target);
  fs.createWriteStream("fixed.txt").write(entry.fileName);
});

for (const file of files) {
  fs.writeFileSync(path.join("out", file.name), file.text);
}
