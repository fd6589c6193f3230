#include <fcntl.h>

int create(const char *path, int flags) {
    int fd = open(path, O_WRONLY | O_CREAT, 0600);
    fd = open(path, O_RDONLY);
    fd = open(path, flags);
    fd = openat(fd, path, O_CREAT, 0600);
    return file.open(path, QIODevice::WriteOnly);
}
