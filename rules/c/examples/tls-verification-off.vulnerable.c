#include <curl/curl.h>
#include <openssl/ssl.h>

void fetch(CURL *curl, SSL_CTX *context) {
    curl_easy_setopt(curl, CURLOPT_SSL_VERIFYPEER, 0L); // finding: tls-verification-off
    curl_easy_setopt(curl, CURLOPT_SSL_VERIFYHOST, 0); // finding: tls-verification-off
    SSL_CTX_set_verify(context, SSL_VERIFY_NONE, NULL); // finding: tls-verification-off
    SSL_CTX *other = SSL_CTX_new(TLS_client_method());
    SSL_CTX_set_verify(other, SSL_VERIFY_NONE, NULL); // finding: tls-verification-off
}
