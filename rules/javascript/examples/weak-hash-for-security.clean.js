const crypto = require("crypto");

function make(user, text, apiKey) {
  const signer = crypto.createSign("RSA-SHA256");
  const mac = crypto.createHmac("sha256", KEY).update(text);
  const etag = crypto.createHash("md5").update(text).digest("hex");
  const token = crypto.randomBytes(32).toString("hex");
  const totp = crypto.createHmac("sha1", user.seed).update(counter);
  const gravatar = crypto.createHash("md5").update(user.mail).digest("hex");
  return [signer, mac, etag, token, totp, gravatar, crypto.createHash("sha256").update(apiKey)];
}
