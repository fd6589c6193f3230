#include <unistd.h>

int enter(const char *folder) {
    if (chroot(folder) != 0) { // finding: chroot-without-chdir
        return -1;
    }
    return serve();
}

void fixed(void) {
    chroot("/srv/jail"); // finding: chroot-without-chdir
    serve();
}

int result(const char *folder) {
    int code = chroot(folder); // finding: chroot-without-chdir
    return code;
}
