import javax.servlet.http.*;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.*;
import org.springframework.web.servlet.view.RedirectView;

@Controller
class Login {
    void login(HttpServletRequest request, HttpServletResponse response) throws Exception {
        response.sendRedirect(request.getParameter("next")); // finding: request-to-redirect
    }

    @GetMapping("/out")
    public String out(@RequestParam String next) {
        return "redirect:" + next; // finding: request-to-redirect
    }

    @GetMapping("/view")
    public RedirectView view(@RequestParam("url") String url) {
        String target = url.trim();
        return new RedirectView(target); // finding: request-to-redirect
    }
}
