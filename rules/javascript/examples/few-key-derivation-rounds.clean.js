const crypto = require("crypto");
const bcrypt = require("bcrypt");

async function derive(password, salt, rounds) {
  const key = crypto.pbkdf2Sync(password, salt, 310000, 32, "sha512");
  crypto.pbkdf2(password, salt, rounds, 32, "sha512", done);
  const hash = await bcrypt.hash(password, 12);
  return [key, hash, await bcrypt.genSalt(10), await bcrypt.hash(password, salt)];
}
