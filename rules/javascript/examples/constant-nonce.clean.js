const crypto = require("crypto");

function seal(key, text, counter) {
  const nonce = crypto.randomBytes(12);
  const first = crypto.createCipheriv("aes-256-gcm", key, nonce);
  const second = crypto.createCipheriv("aes-256-gcm", key, Buffer.from(nonce));
  const counted = Buffer.alloc(12);
  counted.writeUInt32BE(counter, 8);
  const third = crypto.createCipheriv("aes-256-gcm", key, counted);
  const known = crypto.createDecipheriv("aes-256-cbc", key, "0000000000000000");
  return [first, second, third, known].map((cipher) => cipher.update(text));
}
