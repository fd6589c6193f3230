#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

int load(const char *path, const char *other) {
    struct stat info;
    int fd = open(path, O_RDONLY);
    if (fd < 0 || fstat(fd, &info) != 0) {
        return -1;
    }
    if (access(path, R_OK) == 0) {
        puts("readable");
        open(other, O_RDONLY);
    }
    return fd;
}
