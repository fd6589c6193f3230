#include <curl/curl.h>
#include <openssl/ssl.h>

void open_tls(CURL *curl, SSL_CTX *context) {
    SSL_CTX *old = SSL_CTX_new(TLSv1_client_method()); // finding: tls-old-protocol
    const SSL_METHOD *method = SSLv3_method(); // finding: tls-old-protocol
    SSL_CTX_set_min_proto_version(context, TLS1_VERSION); // finding: tls-old-protocol
    curl_easy_setopt(curl, CURLOPT_SSLVERSION, CURL_SSLVERSION_TLSv1_0); // finding: tls-old-protocol
}
