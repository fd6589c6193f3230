import java.security.KeyPairGenerator;

class Keys {
    private static final int SIZE = 512;

    void create() throws Exception {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
        generator.initialize(1024); // finding: short-asymmetric-key
        generator.initialize(SIZE, random); // finding: short-asymmetric-key
        generator.initialize(new RSAKeyGenParameterSpec(1024, F4)); // finding: short-asymmetric-key
    }
}
