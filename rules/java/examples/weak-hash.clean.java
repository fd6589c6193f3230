import java.security.*;
import org.junit.jupiter.api.Test;

class Sums {
    void sum(byte[] data, String name) throws Exception {
        MessageDigest.getInstance("SHA-256").digest(data);
        MessageDigest.getInstance(name).digest(data);
        Signature.getInstance("SHA256withRSA");
        Mac.getInstance("HmacSHA256");
    }

    @Test
    void test() throws Exception {
        MessageDigest.getInstance("MD5");
    }
}
