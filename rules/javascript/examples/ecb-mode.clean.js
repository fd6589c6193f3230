const crypto = require("crypto");
const cipher = crypto.createCipheriv("aes-256-gcm", key, nonce);
const decipher = crypto.createDecipheriv("aes-256-cbc", key, nonce);
const text = CryptoJS.AES.encrypt(message, key, { mode: CryptoJS.mode.CBC, iv });
const names = ["aes-256-ecb"].filter((name) => !supported.includes(name));
