import org.springframework.security.crypto.password.*;

class Security {
    @Bean
    PasswordEncoder encoder() {
        return NoOpPasswordEncoder.getInstance(); // finding: plain-password-encoder
    }

    PasswordEncoder old() {
        PasswordEncoder encoder = new MessageDigestPasswordEncoder("MD5"); // finding: plain-password-encoder
        use(new StandardPasswordEncoder()); // finding: plain-password-encoder
        return encoder;
    }
}
