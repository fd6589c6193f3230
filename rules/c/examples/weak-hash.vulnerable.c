#include <openssl/evp.h>
#include <openssl/md5.h>

void sums(const unsigned char *data, size_t length, unsigned char *out) {
    MD5(data, length, out); // finding: weak-hash
    const EVP_MD *kind = EVP_sha1(); // finding: weak-hash
    MD5_CTX context;
    MD5_Init(&context); // finding: weak-hash
    EVP_get_digestbyname("md5"); // finding: weak-hash
}
