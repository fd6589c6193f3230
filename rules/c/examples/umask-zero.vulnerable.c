#include <sys/stat.h>

void detach(void) {
    umask(0); // finding: umask-zero
    mode_t previous = umask(000); // finding: umask-zero
    if (umask(0) == 022) { // finding: umask-zero
        return;
    }
}
