#include <openssl/evp.h>
#include <openssl/sha.h>

void sums(const unsigned char *data, size_t length, unsigned char *out, const char *name) {
    SHA256(data, length, out);
    const EVP_MD *kind = EVP_sha256();
    EVP_get_digestbyname(name);
    EVP_get_digestbyname("sha256");
    my_md5(data);
}
