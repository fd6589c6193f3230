import javax.servlet.http.HttpServletRequest;
import org.springframework.web.bind.annotation.*;

class Plugins {
    Object load(HttpServletRequest request) throws Exception {
        return Class.forName(request.getParameter("class")).newInstance(); // finding: request-to-class
    }

    @PostMapping("/call")
    public Object call(@RequestBody Call call) throws Exception {
        String name = call.getMethod();
        return service.getClass().getMethod(name).invoke(service); // finding: request-to-class
    }

    @GetMapping("/job/{job}")
    public void job(@PathVariable String job, ApplicationContext context) {
        context.getBean(job); // finding: request-to-class
    }
}
