import org.springframework.security.config.annotation.web.builders.HttpSecurity;

class Security {
    SecurityFilterChain form(HttpSecurity http) throws Exception {
        return http.csrf(csrf -> csrf.disable()).formLogin(withDefaults()).build(); // finding: csrf-protection-off
    }

    void old(HttpSecurity http) throws Exception {
        http.csrf().disable(); // finding: csrf-protection-off
    }

    SecurityFilterChain method(HttpSecurity http) throws Exception {
        http.csrf(AbstractHttpConfigurer::disable); // finding: csrf-protection-off
        return http.build();
    }
}
