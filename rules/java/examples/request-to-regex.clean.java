import java.util.regex.Pattern;
import javax.servlet.http.HttpServletRequest;
import org.springframework.web.bind.annotation.*;

class Search {
    void find(HttpServletRequest request, String text) {
        Pattern.compile(Pattern.quote(request.getParameter("q")));
        request.getParameter("q").matches("[a-z]+");
        Pattern.matches("[a-z]+", request.getParameter("q"));
    }

    @GetMapping("/filter")
    public String[] filter(@RequestParam String filter) {
        return filter.split(",");
    }
}
