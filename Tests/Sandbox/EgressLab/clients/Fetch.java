import java.io.FileInputStream;
import java.net.URL;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** Fetches https://NAME/, trusting the certificate in a file: Fetch NAME FILE. */
public class Fetch {
  public static void main(String[] arguments) throws Exception {
    KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
    store.load(null, null);
    try (var file = new FileInputStream(arguments[1])) {
      store.setCertificateEntry(
          "lab", CertificateFactory.getInstance("X.509").generateCertificate(file));
    }
    var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(store);
    var context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    var connection = (HttpsURLConnection) new URL("https://" + arguments[0] + "/").openConnection();
    connection.setSSLSocketFactory(context.getSocketFactory());
    System.out.write(connection.getInputStream().readAllBytes());
    System.out.flush();
  }
}
