import freemarker.template.Template;
import java.io.StringReader;
import javax.servlet.http.HttpServletRequest;
import org.springframework.web.bind.annotation.*;

class Mails {
    void send(HttpServletRequest request, VelocityContext context) {
        context.put("body", request.getParameter("body"));
        Velocity.evaluate(context, writer, "mail", "<p>$body</p>");
    }

    @PostMapping("/page")
    public void page(@RequestBody Page page, TemplateEngine engine) throws Exception {
        Template template = new Template("page", new StringReader("<p>${text}</p>"), config);
        template.process(page, writer);
        engine.process("page", new Context(locale, Map.of("text", page.getText())));
    }
}
