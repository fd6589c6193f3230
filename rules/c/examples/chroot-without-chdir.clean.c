#include <unistd.h>

int enter(const char *folder) {
    if (chroot(folder) != 0) {
        return -1;
    }
    if (chdir("/") != 0) {
        return -1;
    }
    return serve();
}

int both(const char *folder) {
    if (chdir(folder) != 0 || chroot(".") != 0) {
        return -1;
    }
    return 0;
}
