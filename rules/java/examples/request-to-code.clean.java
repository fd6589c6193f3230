import javax.script.*;
import javax.servlet.http.HttpServletRequest;
import org.springframework.expression.ExpressionParser;
import org.springframework.web.bind.annotation.*;

class Rules {
    Object run(HttpServletRequest request, ScriptEngine engine) throws Exception {
        engine.put("name", request.getParameter("name"));
        return engine.eval("name.length");
    }

    @GetMapping("/price")
    public Object price(@RequestParam String name, ExpressionParser parser) {
        context.setVariable("name", name);
        parser.parseExpression("price > " + Integer.parseInt(name));
        return parser.parseExpression("#name.length() > 3").getValue(context);
    }
}
