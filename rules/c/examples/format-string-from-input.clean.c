#include <stdio.h>
#include <stdlib.h>
#include <syslog.h>

int main(int argc, char **argv) {
    char line[128];
    printf("%s\n", argv[1]);
    fprintf(stderr, "%s", getenv("SHOP_NOTE"));
    fgets(line, sizeof(line), stdin);
    syslog(LOG_INFO, "%s", line);
    fputs(line, stdout);
    const char *format = argc > 1 ? "%d\n" : "%x\n";
    printf(format, argc);
    return 0;
}
