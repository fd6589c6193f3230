const fs = require("fs");

fs.chmodSync("upload.sh", 0o777); // finding: permissive-mode
fs.chmod("data.json", 0o666, done); // finding: permissive-mode
fs.chmodSync(file, "777"); // finding: permissive-mode
const handle = fs.openSync("log.txt", "w");
fs.fchmodSync(handle, 0o757); // finding: permissive-mode
