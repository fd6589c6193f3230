#include <fcntl.h>
#include <sys/stat.h>

#define ALL 0777

void prepare(int fd) {
    chmod("uploads", 0777); // finding: permissive-mode
    fchmod(fd, S_IRUSR | S_IWUSR | S_IWOTH); // finding: permissive-mode
    chmod("settings.json", 0666); // finding: permissive-mode
    open("run.sh", O_CREAT | O_WRONLY, 0777); // finding: permissive-mode
}
