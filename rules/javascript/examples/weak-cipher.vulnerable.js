const crypto = require("crypto");
const cipher = crypto.createCipheriv("des-ede3-cbc", key, nonce); // finding: weak-cipher
const stream = crypto.createCipheriv("rc4", key, null); // finding: weak-cipher
const decipher = crypto.createDecipheriv("bf-cbc", key, nonce); // finding: weak-cipher
const algorithm = "des-cbc";
const other = crypto.createCipheriv(algorithm, key, nonce); // finding: weak-cipher
