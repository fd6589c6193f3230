function start(user, config, logger) {
  console.log("signing in", user.name, user.password); // finding: secret-in-log
  console.debug(`key ${config.secretKey}`); // finding: secret-in-log
  logger.info("token: %s", config.accessToken); // finding: secret-in-log
  const { password } = user;
  this.logger.debug(`password is ${password}`); // finding: secret-in-log
}
