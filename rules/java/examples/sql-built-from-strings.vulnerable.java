import java.sql.*;
import javax.persistence.EntityManager;
import org.springframework.jdbc.core.JdbcTemplate;

class Store {
    private JdbcTemplate template;

    ResultSet find(Statement statement, String name) throws SQLException {
        return statement.executeQuery("SELECT * FROM items WHERE name = '" + name + "'"); // finding: sql-built-from-strings
    }

    void remove(Connection connection, Item item) throws SQLException {
        String sql = String.format("DELETE FROM items WHERE code = '%s'", item.getCode());
        connection.prepareStatement(sql).execute(); // finding: sql-built-from-strings
    }

    Object load(EntityManager manager, String mail) {
        return manager.createQuery("from Customer c where c.mail = '" + mail + "'").getSingleResult(); // finding: sql-built-from-strings
    }

    void rename(String name, String old) {
        String sql = "UPDATE items SET name = '" + name + "' WHERE name = '" + old + "'";
        template.update(sql); // finding: sql-built-from-strings
    }
}
