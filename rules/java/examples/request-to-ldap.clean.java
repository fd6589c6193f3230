import javax.naming.directory.*;
import javax.servlet.http.HttpServletRequest;
import org.springframework.ldap.core.LdapTemplate;
import org.springframework.ldap.support.LdapEncoder;

class People {
    private LdapTemplate ldap;

    Object find(HttpServletRequest request, DirContext context) throws Exception {
        Object[] values = {request.getParameter("name")};
        context.search("ou=people", "(uid={0})", values, new SearchControls());
        String name = LdapEncoder.filterEncode(request.getParameter("name"));
        ldap.search("ou=people", "(uid=" + name + ")", mapper);
        index.search("a", request.getParameter("name"));
        return context.search("ou=people", "(uid=*)", new SearchControls());
    }
}
