#include <stdio.h>
#include <stdlib.h>

void report(void) {
    char pattern[] = "/tmp/reportXXXXXX";
    int fd = mkstemp(pattern);
    FILE *file = tmpfile();
    mkdtemp(pattern);
    fdopen(fd, "w");
    make_temp(pattern);
}
