const fs = require("fs");

fs.chmodSync("upload.sh", 0o755);
fs.chmod("data.json", 0o600, done);
fs.chmodSync(file, "644");
fs.chmodSync(file, mode);
fs.mkdirSync("cache", { mode: 0o750 });
