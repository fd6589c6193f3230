import javax.servlet.http.HttpServletRequest;
import javax.xml.xpath.*;
import org.springframework.web.bind.annotation.*;

class Accounts {
    Object login(HttpServletRequest request, XPath xpath, Document document) throws Exception {
        variables.put("name", request.getParameter("name"));
        xpath.setXPathVariableResolver(variables);
        return xpath.evaluate("//user[name=$name]", document);
    }

    @GetMapping("/user")
    public Object user(@RequestParam int id, XPath xpath) throws Exception {
        regex.compile("a" + id);
        return xpath.compile("//user[" + id + "]");
    }
}
