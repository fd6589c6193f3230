import javax.servlet.http.*;
import org.springframework.http.ResponseCookie;

class Login {
    void login(HttpServletResponse response, String id, DefaultCookieSerializer serializer) {
        Cookie cookie = new Cookie("session", id);
        cookie.setSecure(false); // finding: cookie-without-flags
        cookie.setHttpOnly(false); // finding: cookie-without-flags
        response.addCookie(cookie);
        ResponseCookie.from("session", id).httpOnly(false).build(); // finding: cookie-without-flags
        serializer.setUseHttpOnlyCookie(false); // finding: cookie-without-flags
    }
}
