#include <openssl/evp.h>

void seal(EVP_CIPHER_CTX *context, const unsigned char *key, const unsigned char *iv) {
    EVP_EncryptInit_ex(context, EVP_aes_256_gcm(), NULL, key, iv);
    const EVP_CIPHER *cipher = EVP_chacha20_poly1305();
    describe("EVP_des_cbc");
    EVP_CIPHER_fetch(NULL, "AES-256-GCM", NULL);
    des_count(4);
}
