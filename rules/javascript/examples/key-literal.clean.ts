import crypto from "crypto";

const cipher = crypto.createCipheriv("aes-256-gcm", process.env.SEAL_KEY, nonce);
const mac = crypto.createHmac("sha256", config.secret);
const key = crypto.scryptSync(password, salt, 32);
const raw = crypto.createDecipheriv("aes-256-gcm", key, nonce);
const hash = crypto.createHash("sha256").update("not-a-real-secret");
const text = CryptoJS.AES.encrypt("not-a-real-message", key).toString();
