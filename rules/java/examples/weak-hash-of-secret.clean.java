import java.security.MessageDigest;
import org.apache.commons.codec.digest.DigestUtils;

class Accounts {
    String store(String password) {
        return new BCryptPasswordEncoder().encode(password);
    }

    byte[] etag(byte[] page) throws Exception {
        DigestUtils.md5Hex(page);
        return MessageDigest.getInstance("MD5").digest(page);
    }

    byte[] mac(String text, String secret) throws Exception {
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        return digest.digest((text + secret).getBytes());
    }
}
