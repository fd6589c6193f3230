import java.sql.DriverManager;

class Store {
    private static final String DB_PASSWORD = "not-a-real-one-1"; // finding: hard-coded-password

    void open(DataSource source) throws Exception {
        String password = "not-a-real-one-2"; // finding: hard-coded-password
        DriverManager.getConnection("jdbc:h2:shop", "shop", "not-a-real-one-3"); // finding: hard-coded-password
        source.setPassword("not-a-real-one-4"); // finding: hard-coded-password
    }
}
