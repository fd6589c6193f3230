import java.security.KeyPairGenerator;

class Keys {
    void create(int size) throws Exception {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
        generator.initialize(3072);
        generator.initialize(size);
        KeyPairGenerator curve = KeyPairGenerator.getInstance("EC");
        curve.initialize(256);
    }
}
