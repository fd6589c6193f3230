import javax.net.ssl.X509TrustManager;

class Client {
    private final X509TrustManager pinned = new X509TrustManager() {
        public void checkClientTrusted(X509Certificate[] chain, String type) { }

        public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
            if (!PIN.equals(fingerprint(chain[0]))) {
                throw new CertificateException("unknown certificate");
            }
        }
    };

    void build(SSLContextBuilder builder, KeyStore store) throws Exception {
        builder.loadTrustMaterial(store, null);
        builder.loadTrustMaterial(store, (chain, type) -> check(chain));
    }
}
