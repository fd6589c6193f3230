import java.io.PrintWriter;
import javax.servlet.http.*;

class Hello extends HttpServlet {
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws Exception {
        String name = request.getParameter("name");
        response.getWriter().println("<h1>Hello " + name + "</h1>"); // finding: request-to-response
        PrintWriter out = response.getWriter();
        out.print(request.getParameter("text")); // finding: request-to-response
        out.printf("<p>%s</p>", request.getHeader("Referer")); // finding: request-to-response
    }
}
