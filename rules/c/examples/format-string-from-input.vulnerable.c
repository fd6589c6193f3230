#include <stdio.h>
#include <stdlib.h>
#include <syslog.h>

int main(int argc, char **argv) {
    char line[128];
    const char *name = argv[1];
    printf(name); // finding: format-string-from-input
    fprintf(stderr, getenv("SHOP_NOTE")); // finding: format-string-from-input
    fgets(line, sizeof(line), stdin);
    syslog(LOG_INFO, line); // finding: format-string-from-input
    return 0;
}
