import javax.net.ssl.*;

class Client {
    void open(SSLSocket socket, String protocol) throws Exception {
        SSLContext.getInstance("TLS");
        SSLContext.getInstance("TLSv1.2");
        SSLContext.getInstance(protocol);
        socket.setEnabledProtocols(new String[] {"TLSv1.2", "TLSv1.3"});
        System.setProperty("https.protocols", "TLSv1.2,TLSv1.3");
    }
}
