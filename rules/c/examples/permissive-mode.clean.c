#include <fcntl.h>
#include <sys/stat.h>

void prepare(int fd, mode_t mode) {
    chmod("uploads", 0755);
    fchmod(fd, S_IRUSR | S_IWUSR);
    chmod("settings.json", mode);
    chmod("/srv/shared", 01777);
    open("a.log", O_CREAT | O_WRONLY, 0666);
    mkdir("cache", 0755);
}
