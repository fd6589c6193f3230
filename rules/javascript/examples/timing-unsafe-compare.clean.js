const crypto = require("crypto");

function verify(text, signature) {
  const mac = crypto.createHmac("sha256", SECRET).update(text).digest();
  if (mac === null) return false;
  return mac.length === signature.length && crypto.timingSafeEqual(mac, signature);
}

function unchanged(file, known) {
  return crypto.createHash("sha256").update(file).digest("hex") === known;
}
