const { app, session } = require("electron");

app.on("certificate-error", (event, contents, url, error, certificate, callback) => {
  if (certificate.fingerprint === FINGERPRINT) {
    callback(true);
  } else {
    callback(false);
  }
});
app.commandLine.appendSwitch("disable-gpu");
session.defaultSession.setPermissionRequestHandler((contents, kind, callback) => callback(true));
session.defaultSession.setCertificateVerifyProc((request, callback) => callback(-3));
