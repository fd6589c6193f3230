import javax.servlet.http.*;
import org.springframework.web.bind.annotation.*;

class Login {
    void login(HttpServletRequest request) {
        User user = userService.check(request.getParameter("user"), request.getParameter("pass"));
        request.getSession().setAttribute("user", user);
        request.getSession().setAttribute("theme", request.getParameter("theme"));
        request.setAttribute("user", request.getParameter("user"));
        request.getSession().setAttribute("role", "guest");
    }
}
