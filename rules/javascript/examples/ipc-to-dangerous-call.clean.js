const { ipcMain, shell } = require("electron");

ipcMain.on("open", (event, address) => {
  if (!address.startsWith("https://shop.example/")) return;
  shell.openExternal(address);
});
ipcMain.handle("save", async (event, name, text) => {
  fs.writeFileSync(path.join(FOLDER, path.basename(name)), text);
  fs.writeFileSync("last.txt", text);
  shell.openExternal("https://shop.example/help");
  exec("tool --version");
});
