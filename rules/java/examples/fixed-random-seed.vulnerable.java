import java.security.SecureRandom;

class Keys {
    void create() throws Exception {
        SecureRandom fixed = new SecureRandom("a seed".getBytes()); // finding: fixed-random-seed
        SecureRandom random = SecureRandom.getInstance("SHA1PRNG");
        random.setSeed(42L); // finding: fixed-random-seed
        SecureRandom timed = SecureRandom.getInstance("SHA1PRNG");
        timed.setSeed(System.currentTimeMillis()); // finding: fixed-random-seed
    }
}
