import java.util.Arrays;
import java.util.Objects;

class Hooks {
    boolean check(String signature, String expectedSignature) {
        return signature.equals(expectedSignature); // finding: timing-unsafe-compare
    }

    boolean mac(byte[] hmac, byte[] givenMac) {
        return Arrays.equals(hmac, givenMac); // finding: timing-unsafe-compare
    }

    boolean key(Config config, String apiKey) {
        boolean same = Objects.equals(apiKey, config.getApiKey()); // finding: timing-unsafe-compare
        return same;
    }
}
