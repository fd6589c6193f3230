import java.sql.*;
import javax.persistence.EntityManager;
import org.springframework.jdbc.core.JdbcTemplate;

class Store {
    private static final String TABLE = "items";
    private JdbcTemplate template;
    private String tableName;

    PreparedStatement find(Connection connection, String name) throws SQLException {
        return connection.prepareStatement("SELECT * FROM " + TABLE + " WHERE name = ?");
    }

    int count(String marks, Object[] ids) {
        template.queryForList("SELECT * FROM items WHERE id IN (" + marks + ")", ids);
        template.update(String.format("DELETE FROM items WHERE id = %d", 3));
        return template.update("DELETE FROM " + tableName);
    }

    void log(String name) {
        logger.info("SELECT * FROM items WHERE name = '" + name + "'");
        template.update("DELETE FROM items WHERE state = '" + "old" + "'");
    }
}
