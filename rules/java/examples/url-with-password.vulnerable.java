import java.sql.DriverManager;

class Store {
    private static final String URL = "jdbc:mysql://db.example/shop?user=shop&password=not-real-1";

    void open(ConnectionFactory factory) throws Exception {
        DriverManager.getConnection(URL); // finding: url-with-password
        factory.setUri("amqp://shop:not-real-2@queue.example/shop"); // finding: url-with-password
        MongoClients.create("mongodb://shop:not-real-3@db.example"); // finding: url-with-password
    }
}
