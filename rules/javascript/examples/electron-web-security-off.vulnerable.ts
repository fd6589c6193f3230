import { BrowserWindow } from "electron";

const main = new BrowserWindow({ webPreferences: { webSecurity: false } }); // finding: electron-web-security-off
const view = new BrowserView({ webPreferences: { allowRunningInsecureContent: true } }); // finding: electron-web-security-off
const options = {
  show: false,
  webPreferences: { sandbox: true, webSecurity: false }, // finding: electron-web-security-off
};
