const crypto = require("crypto");
const SALT = "pepper";

function derive(password) {
  const first = crypto.scryptSync(password, "salt", 32); // finding: constant-salt
  const second = crypto.pbkdf2Sync(password, SALT, 310000, 32, "sha512"); // finding: constant-salt
  const third = crypto.scryptSync(password, Buffer.from("pepper"), 32); // finding: constant-salt
  crypto.scrypt(password, "", 32, done); // finding: constant-salt
  return [first, second, third];
}
