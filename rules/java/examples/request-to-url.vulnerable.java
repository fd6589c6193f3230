import java.net.*;
import javax.servlet.http.HttpServletRequest;
import org.springframework.web.bind.annotation.*;
import org.springframework.web.client.RestTemplate;

@RestController
class Proxy {
    private RestTemplate rest;

    void fetch(HttpServletRequest request) throws Exception {
        new URL(request.getParameter("url")).openStream(); // finding: request-to-url
    }

    @GetMapping("/preview")
    public String preview(@RequestParam String target) {
        return rest.getForObject(target, String.class); // finding: request-to-url
    }

    @GetMapping("/hook")
    public void hook(@RequestParam String host) throws Exception {
        String address = "https://" + host + "/hook";
        URL url = new URL(address);
        url.openConnection(); // finding: request-to-url
        Jsoup.connect(address).get(); // finding: request-to-url
        HttpRequest.newBuilder().uri(URI.create(address)).build(); // finding: request-to-url
    }
}
