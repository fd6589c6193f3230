import javax.crypto.*;
import javax.crypto.spec.DESKeySpec;

class Box {
    private static final String ALGORITHM = "DESede";

    void seal(byte[] key) throws Exception {
        Cipher.getInstance("DES/CBC/PKCS5Padding"); // finding: weak-cipher
        Cipher.getInstance(ALGORITHM); // finding: weak-cipher
        KeyGenerator.getInstance("Blowfish").generateKey(); // finding: weak-cipher
        new DESKeySpec(key); // finding: weak-cipher
        Cipher cipher = Cipher.getInstance("RC4"); // finding: weak-cipher
    }
}
