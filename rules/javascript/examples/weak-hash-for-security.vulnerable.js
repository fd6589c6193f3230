const crypto = require("crypto");

function make(user, text, apiKey) {
  const signer = crypto.createSign("RSA-SHA1"); // finding: weak-hash-for-security
  const mac = crypto.createHmac("md5", KEY).update(text); // finding: weak-hash-for-security
  const token = crypto.createHash("md5").update(user.id + Date.now()).digest("hex"); // finding: weak-hash-for-security
  user.signature = crypto.createHash("sha1").update(text).digest("hex"); // finding: weak-hash-for-security
  return [signer, mac, token, crypto.createHash("md5").update(apiKey)]; // finding: weak-hash-for-security
}
