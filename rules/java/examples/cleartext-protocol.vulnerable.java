import org.apache.commons.net.ftp.FTPClient;
import org.apache.commons.net.telnet.TelnetClient;

class Transfer {
    void send(Hashtable<String, String> env) throws Exception {
        FTPClient client = new FTPClient(); // finding: cleartext-protocol
        client.login("shop", password);
        new TelnetClient().connect("switch.example"); // finding: cleartext-protocol
        String url = "ldap://directory.example:389";
        env.put(Context.PROVIDER_URL, url); // finding: cleartext-protocol
    }
}
