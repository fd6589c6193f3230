const crypto = require("crypto");
const cipher = crypto.createCipheriv("aes-256-gcm", key, crypto.randomBytes(12));
const chacha = crypto.createCipheriv("chacha20-poly1305", key, nonce, { authTagLength: 16 });
const decipher = crypto.createDecipheriv(options.algorithm, key, nonce);
const names = crypto.getCiphers().filter((name) => name !== "des-cbc");
