import com.auth0.jwt.algorithms.Algorithm;
import javax.crypto.spec.SecretKeySpec;

class Tokens {
    private static final String SECRET = "not-a-real-key-0";

    void seal() {
        new SecretKeySpec("not-a-real-key-1".getBytes(), "AES"); // finding: encryption-key-literal
        new SecretKeySpec(SECRET.getBytes(StandardCharsets.UTF_8), "HmacSHA256"); // finding: encryption-key-literal
        Algorithm.HMAC256(SECRET); // finding: encryption-key-literal
        Jwts.builder().signWith(SignatureAlgorithm.HS256, "not-a-real-key-2"); // finding: encryption-key-literal
    }
}
