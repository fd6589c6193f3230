import java.io.*;
import javax.servlet.http.HttpServletResponse;

class Errors {
    void show(Exception error, HttpServletResponse response) throws Exception {
        StringWriter text = new StringWriter();
        error.printStackTrace(new PrintWriter(text));
        log.error(text.toString(), error);
        error.printStackTrace();
        response.sendError(500, "internal error");
        response.getWriter().print("internal error");
    }
}
