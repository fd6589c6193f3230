import javax.crypto.Cipher;

class Box {
    void seal() throws Exception {
        Cipher.getInstance("RSA/ECB/OAEPWithSHA-256AndMGF1Padding");
        Cipher.getInstance("RSA/ECB/OAEPPadding");
        KeyPairGenerator.getInstance("RSA").initialize(3072);
        Signature.getInstance("SHA256withRSA");
        KeyFactory.getInstance("RSA");
    }
}
