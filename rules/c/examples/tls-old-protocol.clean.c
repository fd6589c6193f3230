#include <curl/curl.h>
#include <openssl/ssl.h>

void open_tls(CURL *curl, SSL_CTX *context, int least) {
    SSL_CTX *modern = SSL_CTX_new(TLS_client_method());
    SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION);
    SSL_CTX_set_min_proto_version(context, least);
    SSL_CTX_set_options(context, SSL_OP_NO_TLSv1);
    curl_easy_setopt(curl, CURLOPT_SSLVERSION, CURL_SSLVERSION_TLSv1_2);
}
