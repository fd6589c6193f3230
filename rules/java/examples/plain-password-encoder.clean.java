import org.springframework.security.crypto.password.*;

class Security {
    @Bean
    PasswordEncoder encoder() {
        return new BCryptPasswordEncoder();
    }

    PasswordEncoder both(Map<String, PasswordEncoder> encoders) {
        encoders.put("noop", NoOpPasswordEncoder.getInstance());
        encoders.put("argon2", new Argon2PasswordEncoder(16, 32, 1, 60000, 10));
        return PasswordEncoderFactories.createDelegatingPasswordEncoder();
    }
}
