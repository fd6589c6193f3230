class Accounts {
    void login(String name, String password, User user) {
        log.info("login {}, password has {} characters", name, password.length());
        log.info("no password for {}", name);
        log.info("tokens {}", user.getTokens());
        log.info("masked {}", mask(password));
        audit.check(password);
    }
}
