const fs = require("fs");
const path = require("path");

fs.createReadStream("upload.zip")
  .pipe(unzipper.Parse())
  .on("entry", (entry) => {
    const target = path.join("out", entry.path);
    entry.pipe(fs.createWriteStream(target)); // finding: archive-entry-to-path
  });

for (const zipEntry of zip.getEntries()) {
  fs.writeFileSync("out/" + zipEntry.entryName, zipEntry.getData()); // finding: archive-entry-to-path
}

zipfile.on("entry", (entry) => {
  fs.writeFile(`out/${entry.fileName}`, read(entry), done); // finding: archive-entry-to-path
});
