import javax.servlet.http.HttpServletRequest;
import org.springframework.web.bind.annotation.*;

class Login {
    void login(HttpServletRequest request) {
        String name = request.getParameter("name");
        log.info("login of " + name); // finding: request-to-log
        logger.warn("agent {}", request.getHeader("User-Agent")); // finding: request-to-log
    }

    @GetMapping("/search")
    public void search(@RequestParam("q") String q) {
        log.debug("search for {}", q); // finding: request-to-log
    }
}
