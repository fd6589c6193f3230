import { BrowserWindow } from "electron";

const main = new BrowserWindow({ webPreferences: { webSecurity: true } });
const other = new BrowserWindow({ webPreferences: { preload } });
const view = new BrowserView({ webPreferences: { allowRunningInsecureContent: false } });
const settings = { webSecurity: false };
