import javax.servlet.http.HttpServletRequest;
import org.springframework.web.bind.annotation.*;

class Plugins {
    private static final Map<String, Class<?>> KINDS = Map.of("a", A.class);

    Object load(HttpServletRequest request) throws Exception {
        Class.forName("com.example.Driver");
        return KINDS.get(request.getParameter("kind")).newInstance();
    }

    @PostMapping("/call")
    public Object call(@RequestBody Call call, ApplicationContext context) throws Exception {
        request.getMethod();
        context.getBean(Mailer.class);
        return service.getClass().getMethod("run", String.class).invoke(service, call.getText());
    }
}
