import https from "https";

const agent = new https.Agent({ keepAlive: true, rejectUnauthorized: true });
const ca = new https.Agent({ ca: fs.readFileSync("authority.pem") });
delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
const strict = process.env.NODE_TLS_REJECT_UNAUTHORIZED !== "0";
const pool = new Pool({ ssl: { rejectUnauthorized: strict } });
request({ uri: "https://shop.example", strictSSL: true }, done);
