import org.apache.commons.net.ftp.FTPSClient;

class Transfer {
    void send(Hashtable<String, String> env) throws Exception {
        FTPSClient client = new FTPSClient();
        client.login("shop", password);
        env.put(Context.PROVIDER_URL, "ldaps://directory.example:636");
        env.put(Context.PROVIDER_URL, "ldap://localhost:1389");
        new URL("https://files.example/a").openStream();
    }
}
