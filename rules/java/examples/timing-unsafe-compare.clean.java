import java.security.MessageDigest;
import java.util.Objects;

class Hooks {
    boolean check(byte[] signature, byte[] expected) {
        return MessageDigest.isEqual(signature, expected);
    }

    boolean kind(Token token, String key) {
        return token.equals(Token.END) || key.equals("apiKey") || key.equals(mapKey);
    }

    @Override
    public boolean equals(Object other) {
        return Objects.equals(signature, ((Hooks) other).signature);
    }
}
