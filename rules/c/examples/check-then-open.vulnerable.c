#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

int load(const char *path) {
    int fd;
    if (access(path, R_OK) == 0) { // finding: check-then-open
        fd = open(path, O_RDONLY);
        return fd;
    }
    if (!access(path, W_OK)) { // finding: check-then-open
        unlink(path);
    }
    if (access("/etc/shop.conf", R_OK) != 0) { // finding: check-then-open
        return -1;
    }
    FILE *file = fopen("/etc/shop.conf", "r");
    return file != NULL;
}
