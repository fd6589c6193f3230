import java.security.SecureRandom;
import java.util.Random;

class Keys {
    void create(byte[] extra) throws Exception {
        SecureRandom random = new SecureRandom();
        random.setSeed(extra);
        random.setSeed(random.generateSeed(20));
        Random dice = new Random(42);
        dice.setSeed(7);
        SecureRandom strong = SecureRandom.getInstanceStrong();
    }
}
