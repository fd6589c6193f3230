const { app, session } = require("electron");

app.on("certificate-error", (event, contents, url, error, certificate, callback) => {
  event.preventDefault();
  callback(true); // finding: electron-certificate-error-accepted
});
app.commandLine.appendSwitch("ignore-certificate-errors"); // finding: electron-certificate-error-accepted
session.defaultSession.setCertificateVerifyProc((request, callback) => callback(0)); // finding: electron-certificate-error-accepted
