import javax.naming.*;
import javax.servlet.http.HttpServletRequest;

class Directory {
    private static final Map<String, String> NAMES = Map.of("a", "java:comp/env/a");

    Object find(HttpServletRequest request, Context context, Cache cache) throws Exception {
        context.lookup("java:comp/env/jdbc/shop");
        cache.lookup(request.getParameter("name"));
        context.lookup(NAMES.get(request.getParameter("name")));
        return new InitialContext().lookup("java:comp/env/a");
    }
}
