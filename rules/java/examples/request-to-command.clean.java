import javax.servlet.http.HttpServletRequest;
import org.springframework.web.bind.annotation.*;

@RestController
class Tools {
    void ping(HttpServletRequest request) throws Exception {
        String host = request.getParameter("host");
        new ProcessBuilder("ping", "-c", "1", host).start();
        int seconds = Integer.parseInt(request.getParameter("seconds"));
        Runtime.getRuntime().exec("sleep " + seconds);
    }

    @GetMapping("/run")
    public String run(@RequestParam int count) throws Exception {
        Runtime.getRuntime().exec("uptime");
        Runtime.getRuntime().exec("sleep " + count);
        executor.exec(count);
        return "started";
    }
}
