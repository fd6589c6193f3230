#include <openssl/evp.h>

void seal(EVP_CIPHER_CTX *context, const unsigned char *key) {
    EVP_EncryptInit_ex(context, EVP_aes_128_ecb(), NULL, key, NULL); // finding: ecb-mode
    const EVP_CIPHER *cipher = EVP_aes_256_ecb(); // finding: ecb-mode
    EVP_get_cipherbyname("aes-256-ecb"); // finding: ecb-mode
}
