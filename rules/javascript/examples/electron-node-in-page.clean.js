const { BrowserWindow } = require("electron");

function open() {
  new BrowserWindow({ webPreferences: { nodeIntegration: false, contextIsolation: true } });
  new BrowserWindow({ webPreferences: { preload, sandbox: true } });
  const build = { target: "node", nodeIntegration: true };
  return new Worker("worker.js", build);
}
