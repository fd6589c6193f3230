const crypto = require("crypto");

function derive(password, user) {
  const salt = crypto.randomBytes(16);
  const first = crypto.scryptSync(password, salt, 32);
  const second = crypto.pbkdf2Sync(password, user.salt, 310000, 32, "sha512");
  const third = crypto.scryptSync(password, Buffer.from(user.salt, "hex"), 32);
  const key = crypto.hkdfSync("sha256", secret, "", "session", 32);
  return [first, second, third, key];
}
