import javax.servlet.http.*;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.*;

@Controller
class Login {
    void login(HttpServletRequest request, HttpServletResponse response) throws Exception {
        String next = request.getParameter("next");
        if (next.startsWith("/") && !next.startsWith("//")) {
            response.sendRedirect(next);
        }
        response.sendRedirect("/items");
        response.sendRedirect(request.getContextPath() + "/login");
    }

    @GetMapping("/out")
    public String out(@RequestParam long id, @RequestParam String name) {
        if (id == 0) {
            return "redirect:/items?name=" + name;
        }
        return "redirect:/items/" + id;
    }
}
