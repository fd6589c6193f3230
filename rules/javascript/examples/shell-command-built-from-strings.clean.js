const { exec, execFile, execSync } = require("child_process");
const TOOL = "/usr/bin/tar";

function archive(folder, name) {
  execFile("tar", ["czf", `${name}.tgz`, folder]);
  exec(`${TOOL} --version`);
  execSync("git status " + "--short");
  exec(`kill ${child.pid}`);
  exec(`cat ${shellQuote(name)}`);
  execSync(`node ${path.join(__dirname, "tool.js")}`);
  const found = /x/.exec(`a${name}`);
  query.exec(`a${name}`);
  return found;
}
