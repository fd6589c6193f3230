const crypto = require("crypto");

app.post("/hook", (req, res) => {
  const expected = crypto.createHmac("sha256", SECRET).update(req.rawBody).digest("hex");
  if (req.headers["x-signature"] !== expected) return res.sendStatus(401); // finding: timing-unsafe-compare
  res.end();
});

function verify(text, signature) {
  const mac = "v1=" + text;
  return signature === crypto.createHmac("sha256", SECRET).update(mac).digest("hex"); // finding: timing-unsafe-compare
}

function same(text, given) {
  const mac = crypto.createHmac("sha512", SECRET).update(text).digest("base64");
  return mac == given; // finding: timing-unsafe-compare
}
