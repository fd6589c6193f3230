#include <fcntl.h>

int create(const char *path) {
    int fd = open(path, O_WRONLY | O_CREAT); // finding: create-without-mode
    if (fd < 0) {
        fd = open("fallback.log", O_CREAT); // finding: create-without-mode
    }
    return open(path, O_CREAT | O_RDWR | O_TRUNC); // finding: create-without-mode
}
