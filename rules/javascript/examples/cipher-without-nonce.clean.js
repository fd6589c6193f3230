const crypto = require("crypto");

function seal(text, password, salt) {
  const key = crypto.scryptSync(password, salt, 32);
  const cipher = crypto.createCipheriv("aes-256-gcm", key, crypto.randomBytes(12));
  const custom = forge.cipher.createCipher("AES-GCM", key);
  const own = vault.createCipher("aes", password);
  return cipher.update(text) + custom + own;
}
