import java.security.SecureRandom;
import javax.crypto.spec.*;

class Box {
    void seal(byte[] stored, String iv) {
        byte[] nonce = new byte[12];
        new SecureRandom().nextBytes(nonce);
        new GCMParameterSpec(128, nonce);
        new IvParameterSpec(stored);
        new IvParameterSpec(iv.getBytes());
        new IvParameterSpec(stored, 0, 16);
    }
}
