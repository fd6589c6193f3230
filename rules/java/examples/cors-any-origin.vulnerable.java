import org.springframework.web.bind.annotation.*;
import org.springframework.web.cors.CorsConfiguration;

@CrossOrigin(origins = "*") // finding: cors-any-origin
class Items {
    void configure(CorsRegistry registry, CorsConfiguration config) {
        registry.addMapping("/**").allowedOriginPatterns("*").allowCredentials(true); // finding: cors-any-origin
        config.addAllowedOrigin("*"); // finding: cors-any-origin
        String any = "*";
        config.setAllowedOriginPatterns(List.of(any)); // finding: cors-any-origin
    }

    void answer(HttpServletRequest request, HttpServletResponse response) {
        response.setHeader("Access-Control-Allow-Origin", request.getHeader("Origin")); // finding: cors-any-origin
    }
}
