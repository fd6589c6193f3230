import javax.net.ssl.X509TrustManager;
import org.apache.http.conn.ssl.TrustAllStrategy;

class Client {
    private final X509TrustManager open = new X509TrustManager() {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) { }

        // finding below: trust-all-certificates
        public void checkServerTrusted(X509Certificate[] chain, String type) { }

        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    };

    void build(SSLContextBuilder builder) throws Exception {
        builder.loadTrustMaterial(null, (chain, type) -> true); // finding: trust-all-certificates
        builder.loadTrustMaterial(null, TrustAllStrategy.INSTANCE); // finding: trust-all-certificates
    }
}
