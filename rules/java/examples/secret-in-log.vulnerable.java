class Accounts {
    void login(String name, String password, User user) {
        log.info("login {} {}", name, password); // finding: secret-in-log
        logger.debug("token " + user.getAccessToken()); // finding: secret-in-log
        String secret = user.getSecret();
        System.out.println("user " + name + " secret " + secret); // finding: secret-in-log
    }
}
