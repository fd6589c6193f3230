import javax.net.ssl.*;

class Client {
    void open(HttpsURLConnection connection, OkHttpClient.Builder builder) {
        connection.setHostnameVerifier((host, session) -> host.equals("a.example"));
        connection.setHostnameVerifier(new DefaultHostnameVerifier());
        Predicate<String> all = name -> true;
        builder.retryOnConnectionFailure(true);
    }

    public boolean verify(String text, String signature) {
        return true;
    }
}
