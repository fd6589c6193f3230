#include <curl/curl.h>
#include <openssl/ssl.h>

void fetch(CURL *curl, SSL_CTX *context, long verify) {
    curl_easy_setopt(curl, CURLOPT_SSL_VERIFYPEER, 1L);
    curl_easy_setopt(curl, CURLOPT_SSL_VERIFYHOST, 2L);
    curl_easy_setopt(curl, CURLOPT_SSL_VERIFYPEER, verify);
    curl_easy_setopt(curl, CURLOPT_FOLLOWLOCATION, 0L);
    SSL_CTX_set_verify(context, SSL_VERIFY_PEER, NULL);
    SSL_CTX *server = SSL_CTX_new(TLS_server_method());
    SSL_CTX_set_verify(server, SSL_VERIFY_NONE, NULL);
}
