const crypto = require("crypto");

function seal(text, password) {
  const cipher = crypto.createCipher("aes-256-cbc", password); // finding: cipher-without-nonce
  const decipher = crypto.createDecipher("aes-256-cbc", password); // finding: cipher-without-nonce
  const algorithm = "aes192";
  const other = require("crypto").createCipher(algorithm, password); // finding: cipher-without-nonce
  return cipher.update(text) + decipher.update(text) + other.final();
}
