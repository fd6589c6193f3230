import javax.script.*;
import javax.servlet.http.HttpServletRequest;
import org.springframework.expression.ExpressionParser;
import org.springframework.expression.spel.standard.SpelExpressionParser;
import org.springframework.web.bind.annotation.*;

class Rules {
    Object run(HttpServletRequest request) throws Exception {
        ScriptEngine engine = new ScriptEngineManager().getEngineByName("js");
        return engine.eval(request.getParameter("script")); // finding: request-to-code
    }

    @PostMapping("/rule")
    public Object rule(@RequestBody String rule) {
        ExpressionParser parser = new SpelExpressionParser();
        String expression = "price > " + rule;
        return parser.parseExpression(expression).getValue(); // finding: request-to-code
    }

    @GetMapping("/total")
    public Object total(@RequestParam String formula) {
        return MVEL.eval(formula, variables); // finding: request-to-code
    }
}
