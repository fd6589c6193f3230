#include <openssl/des.h>
#include <openssl/evp.h>
#include <openssl/rc4.h>

void seal(EVP_CIPHER_CTX *context, const unsigned char *key, const unsigned char *iv) {
    EVP_EncryptInit_ex(context, EVP_des_ede3_cbc(), NULL, key, iv); // finding: weak-cipher
    const EVP_CIPHER *cipher = EVP_rc4(); // finding: weak-cipher
    RC4_KEY schedule;
    RC4_set_key(&schedule, 16, key); // finding: weak-cipher
    DES_ecb_encrypt(in, out, schedule, 1); // finding: weak-cipher
}
