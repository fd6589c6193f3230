import java.sql.*;
import java.util.Set;
import javax.persistence.EntityManager;
import javax.servlet.http.HttpServletRequest;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.web.bind.annotation.*;

@RestController
class Items {
    private static final Set<String> COLUMNS = Set.of("id", "name");
    private JdbcTemplate template;
    private EntityManager manager;

    void find(HttpServletRequest request, Connection connection) throws SQLException {
        String name = request.getParameter("name");
        PreparedStatement statement = connection.prepareStatement("SELECT * FROM items WHERE name = ?");
        statement.setString(1, name);
        statement.executeQuery();
        int page = Integer.parseInt(request.getParameter("page"));
        connection.createStatement().executeQuery("SELECT * FROM items OFFSET " + page);
    }

    @GetMapping("/items")
    public List<Item> list(@RequestParam String sort, @RequestParam Long owner) {
        if (!COLUMNS.contains(sort)) {
            throw new IllegalArgumentException();
        }
        template.queryForList("SELECT * FROM items WHERE owner = " + owner);
        return template.query("SELECT * FROM items ORDER BY " + sort, mapper);
    }

    @PostMapping("/search")
    public Object search(@RequestBody Search search) {
        return manager.createQuery("from Item where name = :name").setParameter("name", search.getName());
    }
}
