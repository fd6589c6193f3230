import javax.crypto.spec.PBEKeySpec;

class Passwords {
    private static final int ROUNDS = 1000;

    void store(char[] password, byte[] salt) {
        new PBEKeySpec(password, salt, ROUNDS, 256); // finding: few-key-derivation-rounds
        new BCryptPasswordEncoder(4); // finding: few-key-derivation-rounds
        BCrypt.gensalt(6); // finding: few-key-derivation-rounds
    }
}
