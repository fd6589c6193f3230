const crypto = require("crypto");
const cipher = crypto.createCipheriv("aes-256-ecb", key, null); // finding: ecb-mode
const decipher = crypto.createDecipheriv("aes-128-ecb", key, ""); // finding: ecb-mode
const mode = "AES-192-ECB";
const third = crypto.createCipheriv(mode, key, null); // finding: ecb-mode
const text = CryptoJS.AES.encrypt(message, key, { mode: CryptoJS.mode.ECB }); // finding: ecb-mode
