function start(user, config, logger) {
  console.log("signing in", user.name);
  console.log("password", Boolean(user.password));
  console.log(messages.passwordReset);
  logger.info(`key has ${config.secretKey.length} characters`);
  logger.info("the password is wrong");
  save(user.password);
}
