import java.util.regex.Pattern;
import javax.servlet.http.HttpServletRequest;
import org.springframework.web.bind.annotation.*;

class Search {
    void find(HttpServletRequest request, String text) {
        Pattern.compile(request.getParameter("q")); // finding: request-to-regex
        String expression = ".*" + request.getParameter("word") + ".*";
        text.matches(expression); // finding: request-to-regex
    }

    @GetMapping("/filter")
    public boolean filter(@RequestParam String filter) {
        return Pattern.matches(filter, "an item"); // finding: request-to-regex
    }
}
