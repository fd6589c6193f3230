const fs = require("fs");
const os = require("os");
const path = require("path");

fs.writeFileSync("/tmp/report.csv", rows); // finding: predictable-temp-path
fs.createWriteStream("/var/tmp/shop/export.zip"); // finding: predictable-temp-path
fs.writeFileSync(path.join(os.tmpdir(), "session.json"), text); // finding: predictable-temp-path
fs.writeFile(path.resolve(os.tmpdir(), "upload.bin"), body, done); // finding: predictable-temp-path
