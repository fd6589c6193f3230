import javax.crypto.spec.*;

class Box {
    private static final String IV = "0123456789abcdef";

    void seal() {
        new IvParameterSpec("0123456789abcdef".getBytes()); // finding: constant-nonce
        new IvParameterSpec(IV.getBytes(StandardCharsets.UTF_8)); // finding: constant-nonce
        new IvParameterSpec(new byte[16]); // finding: constant-nonce
        GCMParameterSpec spec = new GCMParameterSpec(128, new byte[] {1, 2, 3}); // finding: constant-nonce
    }
}
