const fs = require("fs");
const os = require("os");
const path = require("path");

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "report-"));
fs.writeFileSync(path.join(folder, "report.csv"), rows);
fs.writeFileSync(path.join(os.tmpdir(), crypto.randomUUID()), text);
fs.writeFileSync("report.csv", rows);
fs.readFileSync("/tmp/report.csv");
