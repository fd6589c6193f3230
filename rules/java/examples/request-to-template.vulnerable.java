import freemarker.template.Template;
import java.io.StringReader;
import javax.servlet.http.HttpServletRequest;
import org.springframework.web.bind.annotation.*;

class Mails {
    void send(HttpServletRequest request, VelocityContext context) {
        String body = request.getParameter("body");
        Velocity.evaluate(context, writer, "mail", body); // finding: request-to-template
    }

    @PostMapping("/page")
    public void page(@RequestBody Page page) throws Exception {
        Template template = new Template("page", new StringReader(page.getText()), config); // finding: request-to-template
        template.process(model, writer);
    }

    @PostMapping("/view")
    public String view(@RequestParam String text, TemplateEngine engine) {
        return engine.process("<p>" + text + "</p>", context); // finding: request-to-template
    }
}
