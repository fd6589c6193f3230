const crypto = require("crypto");

async function store(user, password, file) {
  user.salt = crypto.randomBytes(16);
  user.hash = crypto.scryptSync(password, user.salt, 64);
  user.other = await bcrypt.hash(password, 12);
  user.etag = crypto.createHash("sha256").update(file).digest("hex");
  user.resetHash = crypto.createHash("sha256").update(user.passwordResetToken).digest("hex");
  return md5(file.name);
}
