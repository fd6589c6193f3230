import javax.naming.*;
import javax.servlet.http.HttpServletRequest;
import org.springframework.web.bind.annotation.*;

class Directory {
    Object find(HttpServletRequest request) throws Exception {
        return new InitialContext().lookup(request.getParameter("name")); // finding: request-to-jndi
    }

    @GetMapping("/source")
    public Object source(@RequestParam String name) throws Exception {
        Context context = new InitialContext();
        String full = "java:comp/env/" + name;
        return context.lookup(full); // finding: request-to-jndi
    }

    @GetMapping("/remote")
    public Object remote(@RequestParam String host) throws Exception {
        return InitialContext.doLookup("rmi://" + host + "/a"); // finding: request-to-jndi
    }
}
