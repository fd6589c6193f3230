import java.security.MessageDigest;
import org.apache.commons.codec.digest.DigestUtils;

class Accounts {
    String store(String password) {
        return DigestUtils.md5Hex(password); // finding: weak-hash-of-secret
    }

    byte[] check(Account account) throws Exception {
        MessageDigest digest = MessageDigest.getInstance("SHA-1");
        String salted = account.getPassword() + account.getSalt();
        return digest.digest(salted.getBytes()); // finding: weak-hash-of-secret
    }

    String sign(String text, String appSecret) {
        return DigestUtils.sha1Hex(text + appSecret); // finding: weak-hash-of-secret
    }
}
