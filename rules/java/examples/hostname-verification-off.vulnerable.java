import javax.net.ssl.*;
import org.apache.http.conn.ssl.NoopHostnameVerifier;

class Client {
    void open(HttpsURLConnection connection, HttpClientBuilder builder) {
        connection.setHostnameVerifier((host, session) -> true); // finding: hostname-verification-off
        builder.setSSLHostnameVerifier(NoopHostnameVerifier.INSTANCE); // finding: hostname-verification-off
        HostnameVerifier all = (h, s) -> true; // finding: hostname-verification-off
        HttpsURLConnection.setDefaultHostnameVerifier(new HostnameVerifier() {
            public boolean verify(String host, SSLSession session) { return true; } // finding: hostname-verification-off
        });
    }
}
