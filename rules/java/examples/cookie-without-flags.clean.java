import javax.servlet.http.*;
import org.springframework.http.ResponseCookie;

class Login {
    void login(HttpServletResponse response, String id, boolean secure) {
        Cookie cookie = new Cookie("session", id);
        cookie.setSecure(true);
        cookie.setHttpOnly(true);
        response.addCookie(cookie);
        ResponseCookie.from("session", id).httpOnly(true).secure(secure).build();
        socket.setSecure(false);
    }
}
