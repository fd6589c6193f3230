import com.auth0.jwt.algorithms.Algorithm;
import javax.crypto.spec.SecretKeySpec;

class Tokens {
    @Value("${tokens.secret}")
    private String secret;

    void seal(byte[] key) {
        new SecretKeySpec(key, "AES");
        new SecretKeySpec(secret.getBytes(), "HmacSHA256");
        Algorithm.HMAC256(System.getenv("TOKEN_KEY"));
        Jwts.builder().signWith(SignatureAlgorithm.HS256, secret);
        mac.update("a constant text".getBytes());
    }
}
