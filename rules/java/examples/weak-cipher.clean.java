import javax.crypto.*;

class Box {
    void seal(String algorithm) throws Exception {
        Cipher.getInstance("AES/GCM/NoPadding");
        Cipher.getInstance("ChaCha20-Poly1305");
        Cipher.getInstance(algorithm);
        KeyGenerator.getInstance("AES").init(256);
        MessageDigest.getInstance("DES");
    }
}
