import javax.servlet.http.*;

class Download extends HttpServlet {
    protected void doGet(HttpServletRequest request, HttpServletResponse response) {
        String name = request.getParameter("name");
        response.setHeader("Content-Disposition", "attachment; filename=" + name); // finding: request-to-header
        response.addHeader("X-Lang", request.getParameter("lang")); // finding: request-to-header
        String trace = "t-" + request.getQueryString();
        response.setHeader("X-Trace", trace); // finding: request-to-header
    }
}
