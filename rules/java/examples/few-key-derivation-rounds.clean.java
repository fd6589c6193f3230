import javax.crypto.spec.PBEKeySpec;

class Passwords {
    private static final int ROUNDS = 600000;

    void store(char[] password, byte[] salt, int rounds) {
        new PBEKeySpec(password, salt, ROUNDS, 256);
        new PBEKeySpec(password, salt, rounds, 256);
        new PBEKeySpec(password);
        new BCryptPasswordEncoder();
        new BCryptPasswordEncoder(12);
        BCrypt.gensalt();
    }
}
