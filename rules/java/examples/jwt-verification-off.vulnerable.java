import com.auth0.jwt.JWT;
import com.auth0.jwt.algorithms.Algorithm;

class Tokens {
    Object read(String token, JwtParser parser, JwtConsumerBuilder builder) {
        builder.setSkipSignatureVerification(); // finding: jwt-verification-off
        JWT.require(Algorithm.none()).build().verify(token); // finding: jwt-verification-off
        return parser.parseClaimsJwt(token).getBody(); // finding: jwt-verification-off
    }

    Object any(String token, String key) {
        return Jwts.parser().setSigningKey(key).parse(token).getBody(); // finding: jwt-verification-off
    }
}
