import javax.net.ssl.*;

class Client {
    private static final String PROTOCOL = "TLSv1";

    void open(SSLSocket socket) throws Exception {
        SSLContext.getInstance("SSL"); // finding: tls-old-protocol
        SSLContext.getInstance(PROTOCOL); // finding: tls-old-protocol
        socket.setEnabledProtocols(new String[] {"TLSv1.1", "TLSv1.2"}); // finding: tls-old-protocol
        System.setProperty("https.protocols", "TLSv1,TLSv1.2"); // finding: tls-old-protocol
    }
}
