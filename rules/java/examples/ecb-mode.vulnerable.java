import javax.crypto.Cipher;

class Box {
    private static final String MODE = "AES/ECB/PKCS5Padding";

    void seal() throws Exception {
        Cipher.getInstance("AES"); // finding: ecb-mode
        Cipher.getInstance(MODE); // finding: ecb-mode
        Cipher cipher = Cipher.getInstance("AES/ECB/NoPadding", "BC"); // finding: ecb-mode
    }
}
