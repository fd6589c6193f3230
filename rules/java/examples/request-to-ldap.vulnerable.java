import javax.naming.directory.*;
import javax.servlet.http.HttpServletRequest;
import org.springframework.ldap.core.LdapTemplate;
import org.springframework.web.bind.annotation.*;

class People {
    private LdapTemplate ldap;

    Object find(HttpServletRequest request, DirContext context) throws Exception {
        String filter = "(uid=" + request.getParameter("name") + ")";
        return context.search("ou=people", filter, new SearchControls()); // finding: request-to-ldap
    }

    @GetMapping("/person")
    public Object person(@RequestParam String name, @RequestParam String unit) {
        ldap.authenticate("", "(cn=" + name + ")", secret); // finding: request-to-ldap
        return ldap.search("ou=" + unit, "(cn=" + name + ")", mapper); // finding: request-to-ldap
    }
}
