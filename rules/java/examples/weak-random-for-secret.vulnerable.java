import java.util.Random;
import org.apache.commons.lang3.RandomStringUtils;

class Accounts {
    private final Random random = new Random();

    String newToken() {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < 20; i++) {
            out.append(LETTERS.charAt(random.nextInt(LETTERS.length()))); // finding: weak-random-for-secret
        }
        return out.toString();
    }

    void reset(User user) {
        String password = RandomStringUtils.randomAlphanumeric(10); // finding: weak-random-for-secret
        int otp = (int) (Math.random() * 1000000); // finding: weak-random-for-secret
        user.setSalt(RandomStringUtils.randomAlphabetic(8)); // finding: weak-random-for-secret
    }
}
