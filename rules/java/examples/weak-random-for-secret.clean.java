import java.security.SecureRandom;
import java.util.Random;

class Accounts {
    private final SecureRandom secure = new SecureRandom();
    private final Random dice = new Random();

    String newToken() {
        byte[] out = new byte[20];
        secure.nextBytes(out);
        return HexFormat.of().formatHex(out);
    }

    long backoff() {
        int color = dice.nextInt(16);
        double jitter = Math.random() * 100;
        return color + (long) jitter;
    }
}
