import java.io.PrintWriter;
import javax.servlet.http.*;
import org.springframework.web.util.HtmlUtils;

class Hello extends HttpServlet {
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws Exception {
        String name = HtmlUtils.htmlEscape(request.getParameter("name"));
        PrintWriter out = response.getWriter();
        out.println("<h1>Hello " + name + "</h1>");
        out.println(Integer.parseInt(request.getParameter("page")));
        out.println("<p>fixed</p>");
        log.println(request.getParameter("name"));
    }

    protected void doPost(HttpServletRequest request, HttpServletResponse response) throws Exception {
        response.setContentType("text/plain");
        response.getWriter().print(request.getParameter("text"));
    }
}
