const { BrowserWindow } = require("electron");

function open() {
  new BrowserWindow({
    width: 800,
    webPreferences: { nodeIntegration: true }, // finding: electron-node-in-page
  });
  const options = { webPreferences: { contextIsolation: false } }; // finding: electron-node-in-page
  new BrowserWindow(options);
  return new BrowserView({ webPreferences: { preload, enableRemoteModule: true } }); // finding: electron-node-in-page
}
