import org.springframework.web.bind.annotation.*;
import org.springframework.web.cors.CorsConfiguration;

@CrossOrigin(origins = "https://shop.example")
class Items {
    void configure(CorsRegistry registry, CorsConfiguration config, List<String> origins) {
        registry.addMapping("/**").allowedOrigins("https://shop.example");
        config.setAllowedOrigins(origins);
        config.addAllowedHeader("*");
        config.addAllowedMethod("*");
    }

    void answer(HttpServletResponse response) {
        response.setHeader("Access-Control-Allow-Origin", "https://shop.example");
    }
}
