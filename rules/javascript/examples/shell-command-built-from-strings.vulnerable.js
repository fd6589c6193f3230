const { exec, execSync } = require("child_process");

function archive(folder, name) {
  exec("tar czf " + name + ".tgz " + folder); // finding: shell-command-built-from-strings
  execSync(`git clone ${folder.url} work`); // finding: shell-command-built-from-strings
  const command = `convert ${name} out.png`;
  exec(command, done); // finding: shell-command-built-from-strings
  spawn("sh", ["-c", `cat ${name} | sort`]); // finding: shell-command-built-from-strings
}
