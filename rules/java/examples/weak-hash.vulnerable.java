import java.security.*;
import org.apache.commons.codec.digest.DigestUtils;

class Sums {
    private static final String HASH = "MD5";

    void sum(byte[] data) throws Exception {
        MessageDigest.getInstance(HASH).digest(data); // finding: weak-hash
        DigestUtils.sha1Hex(data); // finding: weak-hash
        Signature.getInstance("SHA1withRSA"); // finding: weak-hash
    }
}
