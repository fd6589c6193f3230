import javax.crypto.*;

class Box {
    void seal(String mode) throws Exception {
        Cipher.getInstance("AES/GCM/NoPadding");
        Cipher.getInstance("AES/CBC/PKCS5Padding");
        Cipher.getInstance("AESWrap");
        Cipher.getInstance("AES/" + mode);
        KeyGenerator.getInstance("AES");
        Cipher.getInstance("RSA/ECB/OAEPWithSHA-256AndMGF1Padding");
    }
}
