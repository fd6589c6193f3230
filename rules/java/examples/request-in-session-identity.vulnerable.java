import javax.servlet.http.*;
import org.springframework.web.bind.annotation.*;

class Login {
    void login(HttpServletRequest request) {
        request.getSession().setAttribute("userId", request.getParameter("user")); // finding: request-in-session-identity
    }

    @PostMapping("/role")
    public void role(@RequestParam String role, HttpSession session) {
        session.setAttribute("role", role); // finding: request-in-session-identity
        String name = role.trim();
        session.setAttribute("isAdmin", name); // finding: request-in-session-identity
    }
}
