import java.net.URLEncoder;
import javax.servlet.http.*;

class Download extends HttpServlet {
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws Exception {
        String name = URLEncoder.encode(request.getParameter("name"), "UTF-8");
        response.setHeader("Content-Disposition", "attachment; filename=" + name);
        response.setHeader("X-Page", "" + Integer.parseInt(request.getParameter("page")));
        response.setHeader("X-Lang", request.getParameter("lang").replaceAll("[\r\n]", ""));
        response.setHeader("Cache-Control", "no-store");
    }
}
