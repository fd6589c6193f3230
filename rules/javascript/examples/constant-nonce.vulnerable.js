const crypto = require("crypto");
const NONCE = Buffer.alloc(16, 0);

function seal(key, text) {
  const first = crypto.createCipheriv("aes-256-cbc", key, "0000000000000000"); // finding: constant-nonce
  const second = crypto.createCipheriv("aes-256-gcm", key, Buffer.from("abcdefghijkl")); // finding: constant-nonce
  const third = crypto.createCipheriv("aes-256-ctr", key, Buffer.alloc(16)); // finding: constant-nonce
  const fourth = crypto.createCipheriv("aes-256-cbc", key, NONCE); // finding: constant-nonce
  return [first, second, third, fourth].map((cipher) => cipher.update(text));
}
