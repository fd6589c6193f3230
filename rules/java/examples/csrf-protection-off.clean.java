import org.springframework.security.config.annotation.web.builders.HttpSecurity;

class Security {
    SecurityFilterChain form(HttpSecurity http) throws Exception {
        return http.csrf(withDefaults()).formLogin(withDefaults()).build();
    }

    SecurityFilterChain api(HttpSecurity http) throws Exception {
        http.sessionManagement(s -> s.sessionCreationPolicy(SessionCreationPolicy.STATELESS));
        http.csrf(csrf -> csrf.disable());
        return http.build();
    }

    void some(HttpSecurity http) throws Exception {
        http.csrf(csrf -> csrf.ignoringRequestMatchers("/hook"));
        http.httpBasic().disable();
    }
}
