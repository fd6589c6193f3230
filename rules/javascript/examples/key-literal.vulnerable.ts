import crypto from "crypto";

const KEY = "not-a-real-key-not-a-real-key-00";
const cipher = crypto.createCipheriv("aes-256-gcm", KEY, nonce); // finding: key-literal
const mac = crypto.createHmac("sha256", "not-a-real-secret"); // finding: key-literal
const raw = crypto.createDecipheriv("aes-256-gcm", Buffer.from("not-a-real-key-not-a-real-key-00"), nonce); // finding: key-literal
const text = CryptoJS.AES.encrypt(message, "not-a-real-secret").toString(); // finding: key-literal
