const crypto = require("crypto");
const bcrypt = require("bcrypt");
const ROUNDS = 1000;

async function derive(password, salt) {
  const key = crypto.pbkdf2Sync(password, salt, 1000, 32, "sha512"); // finding: few-key-derivation-rounds
  crypto.pbkdf2(password, salt, ROUNDS, 32, "sha512", done); // finding: few-key-derivation-rounds
  const hash = await bcrypt.hash(password, 5); // finding: few-key-derivation-rounds
  return [key, hash, await bcrypt.genSalt(8)]; // finding: few-key-derivation-rounds
}
