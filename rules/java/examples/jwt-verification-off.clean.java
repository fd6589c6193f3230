import com.auth0.jwt.JWT;
import com.auth0.jwt.algorithms.Algorithm;

class Tokens {
    Object read(String token, JwtParser parser, String key) {
        JWT.require(Algorithm.HMAC256(key)).build().verify(token);
        parser.parseSignedClaims(token).getPayload();
        parser.parse(token);
        return Jwts.parser().setSigningKey(key).parseClaimsJws(token).getBody();
    }
}
