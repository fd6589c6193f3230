import javax.servlet.http.HttpServletRequest;
import org.springframework.web.bind.annotation.*;

@RestController
class Tools {
    void ping(HttpServletRequest request) throws Exception {
        String host = request.getParameter("host");
        Runtime.getRuntime().exec("ping -c 1 " + host); // finding: request-to-command
    }

    @GetMapping("/run")
    public String run(@RequestParam String program) throws Exception {
        Runtime runtime = Runtime.getRuntime();
        runtime.exec(new String[] {"sh", "-c", program}); // finding: request-to-command
        new ProcessBuilder("bash", "-c", "ls " + program).start(); // finding: request-to-command
        return "started";
    }

    @PostMapping("/tool")
    public void tool(@RequestBody Job job) throws Exception {
        ProcessBuilder builder = new ProcessBuilder();
        builder.command(job.getProgram()); // finding: request-to-command
    }
}
