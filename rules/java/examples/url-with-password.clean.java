import java.sql.DriverManager;

class Store {
    void open(ConnectionFactory factory, String password) throws Exception {
        DriverManager.getConnection("jdbc:mysql://db.example/shop", "shop", password);
        DriverManager.getConnection("jdbc:mysql://db.example/shop?user=shop&password=${PASSWORD}");
        factory.setUri("amqp://queue.example/shop");
        MongoClients.create("mongodb://db.example:27017/shop");
        new URL("https://shop.example:8443/a@b");
    }
}
