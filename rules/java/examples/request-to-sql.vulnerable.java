import java.sql.*;
import javax.persistence.EntityManager;
import javax.servlet.http.HttpServletRequest;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.web.bind.annotation.*;

@RestController
class Items {
    private JdbcTemplate template;
    private EntityManager manager;

    void find(HttpServletRequest request, Statement statement) throws SQLException {
        String name = request.getParameter("name");
        statement.executeQuery("SELECT * FROM items WHERE name = '" + name + "'"); // finding: request-to-sql
    }

    @GetMapping("/items")
    public List<Item> list(@RequestParam(defaultValue = "id") String sort) {
        return template.query("SELECT * FROM items ORDER BY " + sort, mapper); // finding: request-to-sql
    }

    @PostMapping("/search")
    public Object search(@RequestBody Search search) {
        StringBuilder text = new StringBuilder("from Item where 1 = 1");
        text.append(" and name = '" + search.getName() + "'");
        return manager.createQuery(text.toString()).getResultList(); // finding: request-to-sql
    }

    @GetMapping("/owner/{owner}")
    public Object owner(@PathVariable String owner, Connection connection) throws SQLException {
        String sql = String.format("SELECT * FROM items WHERE owner = '%s'", owner);
        return connection.prepareStatement(sql).executeQuery(); // finding: request-to-sql
    }
}
