#include <sys/stat.h>

void detach(mode_t mask) {
    umask(027);
    umask(0077);
    umask(mask);
}

mode_t current(void) {
    mode_t old;
    old = umask(0);
    umask(old);
    return old;
}
