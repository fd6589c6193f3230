import https from "https";

const agent = new https.Agent({ keepAlive: true, rejectUnauthorized: false }); // finding: tls-verification-off
process.env.NODE_TLS_REJECT_UNAUTHORIZED = "0"; // finding: tls-verification-off
process.env["NODE_TLS_REJECT_UNAUTHORIZED"] = "0"; // finding: tls-verification-off
const pool = new Pool({
  host: "db.shop.example",
  // finding below: tls-verification-off
  ssl: { rejectUnauthorized: false },
});
const options: RequestOptions = {};
options.rejectUnauthorized = false; // finding: tls-verification-off
request({ uri: "https://shop.example", strictSSL: false }, done); // finding: tls-verification-off
