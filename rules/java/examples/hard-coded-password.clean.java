import java.sql.DriverManager;
import org.junit.jupiter.api.Test;

class Store {
    private static final String PASSWORD = "spring.datasource.password";
    private static final String PASSWORD_FIELD = "a-field-name";

    void open(DataSource source, String given) throws Exception {
        String password = System.getenv("DB_PASSWORD");
        String pwd = "";
        DriverManager.getConnection("jdbc:h2:shop", "shop", given);
        source.setPassword("${db.password}");
    }

    @Test
    void test() {
        String password = "not-a-real-one-2";
    }
}
