import javax.servlet.http.HttpServletRequest;
import org.springframework.web.bind.annotation.*;

class Login {
    void login(HttpServletRequest request) {
        String name = request.getParameter("name").replaceAll("[\r\n]", "_");
        log.info("login of " + name);
        log.info("page {}", Integer.parseInt(request.getParameter("page")));
        audit.store(request.getParameter("name"));
    }

    @GetMapping("/search")
    public void search(@RequestParam int page, @RequestParam("q") String q) {
        log.debug("search {} {}", page, q.length());
    }
}
