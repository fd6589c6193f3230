#include <stdlib.h>
#include <string.h>

void forget(char *password, size_t length) {
    memset(password, 0, length); // finding: secret-cleared-with-memset
    free(password);
}

int check(const char *given) {
    char secret[32];
    load(secret);
    int same = compare(secret, given);
    memset(secret, 0, sizeof(secret)); // finding: secret-cleared-with-memset
    return same;
}

void drop(unsigned char *session_key) {
    bzero(session_key, 32); // finding: secret-cleared-with-memset
    free(session_key);
}
