#include <openssl/evp.h>

void seal(EVP_CIPHER_CTX *context, const unsigned char *key, const unsigned char *iv) {
    EVP_EncryptInit_ex(context, EVP_aes_128_gcm(), NULL, key, iv);
    const EVP_CIPHER *cipher = EVP_aes_256_cbc();
    EVP_get_cipherbyname("aes-256-gcm");
    use(cipher);
}
