import java.io.PrintWriter;
import javax.servlet.http.HttpServletResponse;

class Errors {
    void show(Exception error, HttpServletResponse response) throws Exception {
        error.printStackTrace(response.getWriter()); // finding: stack-trace-in-response
        PrintWriter out = response.getWriter();
        error.printStackTrace(out); // finding: stack-trace-in-response
        response.sendError(500, ExceptionUtils.getStackTrace(error)); // finding: stack-trace-in-response
    }
}
