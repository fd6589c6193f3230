const tls = require("tls");
const server = https.createServer({ key, cert, minVersion: "TLSv1.2" });
const agent = new https.Agent({ minVersion: "TLSv1.3" });
tls.connect({ port: 443, secureProtocol: "TLSv1_2_method" });
tls.DEFAULT_MIN_VERSION = "TLSv1.2";
if (socket.getProtocol() === "TLSv1") socket.destroy();
