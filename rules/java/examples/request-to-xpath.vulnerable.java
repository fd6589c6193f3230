import javax.servlet.http.HttpServletRequest;
import javax.xml.xpath.*;
import org.springframework.web.bind.annotation.*;

class Accounts {
    Object login(HttpServletRequest request, XPath xpath, Document document) throws Exception {
        String name = request.getParameter("name");
        return xpath.evaluate("//user[name='" + name + "']", document); // finding: request-to-xpath
    }

    @GetMapping("/user")
    public Object user(@RequestParam String id) throws Exception {
        XPath xpath = XPathFactory.newInstance().newXPath();
        String expression = String.format("//user[@id='%s']", id);
        return xpath.compile(expression); // finding: request-to-xpath
    }

    Object other(HttpServletRequest request, Document document) {
        return document.selectNodes("/users/" + request.getParameter("node")); // finding: request-to-xpath
    }
}
