import java.net.*;
import javax.servlet.http.HttpServletRequest;
import org.springframework.web.bind.annotation.*;
import org.springframework.web.client.RestTemplate;

@RestController
class Proxy {
    private static final Map<String, String> HOSTS = Map.of("a", "https://a.example");
    private RestTemplate rest;

    void fetch(HttpServletRequest request) throws Exception {
        new URL(HOSTS.get(request.getParameter("server"))).openStream();
        new URL("https://a.example/items").openStream();
    }

    @GetMapping("/item")
    public String item(@RequestParam String id, @RequestParam int page) {
        rest.getForObject("https://a.example/items/" + page, String.class);
        rest.getForObject("https://a.example/items/{id}", String.class, id);
        rest.postForObject("https://a.example/items", id, String.class);
        return rest.getForObject("https://a.example/items/" + id, String.class);
    }
}
