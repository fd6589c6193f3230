const tls = require("tls");
const server = https.createServer({ key, cert, secureProtocol: "TLSv1_method" }); // finding: tls-old-protocol
const agent = new https.Agent({ minVersion: "TLSv1" }); // finding: tls-old-protocol
const options = { host: "shop.example", minVersion: "TLSv1.1" }; // finding: tls-old-protocol
tls.connect({ port: 443, maxVersion: "TLSv1.1" }); // finding: tls-old-protocol
tls.DEFAULT_MIN_VERSION = "TLSv1"; // finding: tls-old-protocol
