#include <stdlib.h>
#include <string.h>

void forget(char *password, size_t length) {
    explicit_bzero(password, length);
    free(password);
}

int clear(char *buffer, char *password) {
    memset(buffer, 0, 32);
    free(buffer);
    memset(password, 0, 32);
    use(password);
    return 0;
}
