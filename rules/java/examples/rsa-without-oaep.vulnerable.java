import javax.crypto.Cipher;

class Box {
    private static final String MODE = "RSA/ECB/NoPadding";

    void seal() throws Exception {
        Cipher.getInstance("RSA"); // finding: rsa-without-oaep
        Cipher.getInstance("RSA/ECB/PKCS1Padding"); // finding: rsa-without-oaep
        Cipher.getInstance(MODE); // finding: rsa-without-oaep
    }
}
