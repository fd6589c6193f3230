const { ipcMain, shell } = require("electron");
const { exec } = require("child_process");

ipcMain.handle("run", (event, command) => {
  exec(`tool ${command}`); // finding: ipc-to-dangerous-call
});
ipcMain.on("open", (event, address) => {
  shell.openExternal(address); // finding: ipc-to-dangerous-call
});
ipcMain.handle("save", async (event, name, text) => {
  const file = path.join(FOLDER, name);
  fs.writeFileSync(file, text); // finding: ipc-to-dangerous-call
});
