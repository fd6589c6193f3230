const crypto = require("crypto");

function store(user, password, salt) {
  user.hash = crypto.createHash("sha256").update(password).digest("hex"); // finding: fast-hash-of-password
  user.old = crypto.createHash("md5").update(user.password + salt).digest("hex"); // finding: fast-hash-of-password
  user.other = md5(password); // finding: fast-hash-of-password
  const hash = crypto.createHash("sha512");
  hash.update(user.newPassword); // finding: fast-hash-of-password
  return hash.digest("hex");
}
